import CleanseSupport

/// The options of one command, for the parser and for the help.
package struct OptionTable: Sendable {
  /// All options that the parser accepts, including negations.
  package let options: [Option]
  /// The options that the help lists, where a negation is a part of its option.
  package let listed: [Option]

  /// - Parameter options: The options of the command; `--help` is added.
  package init(_ options: [Option]) {
    listed = options + [.help]
    self.options = listed + options.filter(\.isNegatable).map(\.negation)
  }

  /// The options as lines of a help text.
  package var help: [String] { Self.help(of: listed) }

  /// Options as lines of a help text.
  ///
  /// - Parameter others: Options of the same text, whose descriptions start in the same column.
  package static func help(of options: [Option], besides others: [Option] = []) -> [String] {
    let width = (options + others).map(\.usage.count).max() ?? 0
    return options.map { option in
      let padding = String(repeating: " ", count: width - option.usage.count)
      return "  \(option.usage)\(padding)  \(option.summary)"
    }
  }

  /// The options with the most similar names, nearest first, with hyphens.
  func nearest(to name: String) -> [String] {
    NearestNames.of(name, among: options.map(\.name)).map { "--\($0)" }
  }
}
