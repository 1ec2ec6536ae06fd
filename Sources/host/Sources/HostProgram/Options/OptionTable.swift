/// The options of one command: what the parser accepts and what the help lists.
struct OptionTable: Sendable {
  let options: [Option]

  /// - Parameter options: The command's own; `--help` is added to them.
  init(_ options: [Option]) {
    self.options = options + [.help]
  }

  /// The options as lines of a help text.
  var help: [String] {
    let width = options.map(\.usage.count).max() ?? 0
    return options.map { option in
      let padding = String(repeating: " ", count: width - option.usage.count)
      return "  \(option.usage)\(padding)  \(option.summary)"
    }
  }

  /// The known options that the user may have meant, nearest first, with their hyphens.
  func nearest(to name: String) -> [String] {
    Spelling.nearest(to: name, in: options.map(\.name)).map { "--\($0)" }
  }
}
