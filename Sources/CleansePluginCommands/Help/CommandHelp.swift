import CleanseFindingReports

/// What the help of a command says besides its name, as it is for one tool.
struct CommandHelp {
  /// One line in the imperative, without a full stop.
  var summary: String
  /// The operands in the usage line.
  var operands: String
  /// The description: lines of at most 80 columns.
  var details: [String]
  /// The options, without those that have no effect in this tool.
  var options: [Option]
  /// Example command lines.
  var examples: [String]
}

extension Subcommand {
  static func help(in tool: PluginTool) -> CommandHelp {
    CommandHelp(
      summary: summary, operands: operands, details: details, options: options.listed,
      examples: examples(in: tool))
  }

  /// Each exit status with its meaning.
  static var listedStatuses: [(status: ExitStatus, meaning: String)] {
    statuses.list(readsPolicy: needsPolicy)
  }

  /// The examples without those of commands that the tool does not have.
  static func examples(in tool: PluginTool) -> [String] {
    examples.filter { example in
      let words = example.split(separator: " ")
      guard words.first == "host", words.count > 1 else { return true }
      return tool.commands.contains { $0.name == words[1] }
    }
  }
}
