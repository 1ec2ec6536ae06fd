import CleanseSupport
import FindingReports

/// The help texts, generated from the declarations of the commands.
enum HelpText {
  /// The text of `host help` and `host --help`.
  static func of(_ tool: PluginTool) -> String {
    let runs = tool.commands.contains { $0 == RunCommand.self }
    let purpose = runs ? "inspect, check and run plugins" : "inspect and check plugins"
    let groups = CommandGroup.allCases.flatMap { section(of: $0, tool.commands) }
    let lines =
      ["\(Tool.name): \(purpose)", "", "Usage: \(Tool.name) COMMAND [OPTION]...", ""]
      + groups + ["Options:"] + PluginTool.options.help + [
        "", "Plugin directories are those on the command line, else those in",
        "CLEANSE_PLUGIN_PATH (separated by colons), else those in \(Tool.policyFile), else",
        "\(tool.directories.joined(separator: ", ")). The nearest \(Tool.policyFile) in this directory or its parents is used;",
        "`\(Tool.name) config` shows the effective settings.", "",
        "Exit status: 0 success; 1 findings; 2 usage error; 3 failure of the host.", "",
        "`\(Tool.name) help COMMAND` shows the help of a command.",
      ]
    return joined(lines)
  }

  /// The heading of a group and its commands, followed by an empty line.
  private static func section(
    of group: CommandGroup, _ commands: [any Subcommand.Type]
  ) -> [String] {
    let width = commands.map { $0.name.count }.max() ?? 0
    let entries = commands.filter { $0.group == group }.map { command in
      let padding = String(repeating: " ", count: width - command.name.count)
      return "  \(command.name)\(padding)  \(command.summary)"
    }
    return entries.isEmpty ? [] : ["\(group.heading):"] + entries + [""]
  }

  /// The text of `host help COMMAND` and `host COMMAND --help`.
  static func of(_ command: any Subcommand.Type) -> String {
    var lines = [
      "\(Tool.name) \(command.name): \(command.summary)", "",
      "Usage: \(Tool.name) \(command.name) [OPTION]..." + operands(of: command), "",
    ]
    if !command.details.isEmpty { lines += command.details + [""] }
    lines += ["Options:"] + command.options.help + ["", "Examples:"]
    lines += command.examples.map { "  \($0)" }
    return joined(lines)
  }

  private static func operands(of command: any Subcommand.Type) -> String {
    command.operands.isEmpty ? "" : " \(command.operands)"
  }

  private static func joined(_ lines: [String]) -> String {
    lines.joined(separator: "\n") + "\n"
  }
}
