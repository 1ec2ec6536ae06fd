import GraphAnalysis

extension SmallestRemoval {
  /// The outcome in one line.
  var summary: String {
    switch outcome {
    case .smallest: "\(without), the rest would fit together\(alternatives); \(advice)"
    case .irreducible:
      "\(without), the rest would fit together, but fewer others might do; \(advice)"
    case .sufficient: "\(without), the rest would fit together, but fewer might do; \(advice)"
    case .application: "the application itself is broken, whichever plugins there are"
    case .impossible: "whichever plugins go, the rest do not fit together"
    case .unknown: "which plugins would have to go was not found out: there are too many to try"
    }
  }

  /// More plugins than this are counted.
  private static let listed = 8

  private var without: String {
    // To count a single one takes as much room as to name it.
    guard plugins.count > Self.listed + 1 else { return "without \(Self.list(plugins))" }
    return "without \(plugins.prefix(Self.listed).joined(separator: ", ")) and "
      + "\(plugins.count - Self.listed) more"
  }

  private var alternatives: String {
    guard let others, others > 0 else { return "" }
    let set = plugins.count == 1 ? "plugin" : "set of as many"
    let sets = plugins.count == 1 ? "plugins" : "sets of as many"
    return ", and so it would without "
      + (others == 1 ? "another \(set)" : "each of \(others) other \(sets)")
  }

  private var advice: String { "`host without` tells what that costs" }

  private static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }
}
