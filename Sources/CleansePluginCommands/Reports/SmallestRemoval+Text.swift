import CleanseSupport
import CleanseGraphAnalysis

extension SmallestRemoval {
  /// The outcome in one line.
  var summary: String {
    switch outcome {
    case .smallest: "\(without), the other plugins fit together\(alternatives); \(advice)"
    case .irreducible:
      "\(without), the other plugins fit together, but another set may be smaller; \(advice)"
    case .sufficient:
      "\(without), the other plugins fit together, but a smaller set may suffice; \(advice)"
    case .application: "the application itself has errors that removing plugins does not fix"
    case .impossible: "removing plugins does not fix the errors"
    case .unknown: "no set of plugins to remove was found: there are too many combinations to try"
    }
  }

  /// The number of plugins that are listed; further ones are counted.
  private static let listed = 8

  private var without: String {
    // Counting a single plugin would take as much room as naming it.
    guard plugins.count > Self.listed + 1 else { return "without \(Self.list(plugins))" }
    return "without \(plugins.prefix(Self.listed).joined(separator: ", ")) and "
      + "\(plugins.count - Self.listed) more"
  }

  private var alternatives: String {
    guard let others, others > 0 else { return "" }
    let set = plugins.count == 1 ? "plugin" : "set of the same size"
    let sets = plugins.count == 1 ? "plugins" : "sets of the same size"
    return " (also without "
      + (others == 1 ? "one other \(set))" : "any of \(others) other \(sets))")
  }

  private var advice: String { "see `host without` for the effects" }

  private static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }
}
