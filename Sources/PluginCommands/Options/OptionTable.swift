import CleanseSupport

/// The options of one command: what the parser accepts and what the help lists.
struct OptionTable: Sendable {
  /// All that the parser accepts, also those that only take another one back.
  let options: [Option]
  private let listed: [Option]

  /// - Parameter options: The command's own; `--help` is added to them.
  init(_ options: [Option]) {
    listed = options + [.help]
    self.options = listed + options.filter(\.isNegatable).map(\.negation)
  }

  /// The options as lines of a help text.
  var help: [String] {
    let width = listed.map(\.usage.count).max() ?? 0
    return listed.map { option in
      let padding = String(repeating: " ", count: width - option.usage.count)
      return "  \(option.usage)\(padding)  \(option.summary)"
    }
  }

  /// The known options that the user may have meant, nearest first, with their hyphens.
  func nearest(to name: String) -> [String] {
    NearestNames.of(name, among: options.map(\.name)).map { "--\($0)" }
  }
}
