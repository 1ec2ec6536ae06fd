import FindingReports

/// The help texts, generated from the declarations of the commands.
enum HelpText {
  /// The text of `host help` and `host --help`.
  static var ofProgram: String {
    let groups = CommandGroup.allCases.flatMap { section(of: $0) }
    let lines =
      ["host: inspect, check and run plugins", "", "Usage: host COMMAND [OPTION]...", ""]
      + groups + ["Options:"] + HostProgram.options.help + [
        "", "Plugin directories are those on the command line, else those in",
        "CLEANSE_PLUGIN_PATH (separated by colons), else those in host.json, else",
        "./plugins. The nearest host.json in this directory or its parents is used;",
        "`host config` shows the effective settings.", "",
        "Exit status: 0 success; 1 findings; 2 usage error; 3 failure of the host.", "",
        "`host help COMMAND` shows the help of a command.",
      ]
    return joined(lines)
  }

  /// The heading of a group and its commands, followed by an empty line.
  private static func section(of group: CommandGroup) -> [String] {
    let width = Subcommands.names.map(\.count).max() ?? 0
    let commands = Subcommands.all.filter { $0.group == group }.map { command in
      let padding = String(repeating: " ", count: width - command.name.count)
      return "  \(command.name)\(padding)  \(command.summary)"
    }
    return ["\(group.heading):"] + commands + [""]
  }

  /// The text of `host help COMMAND` and `host COMMAND --help`.
  static func of(_ command: any Subcommand.Type) -> String {
    var lines = [
      "host \(command.name): \(command.summary)", "",
      "Usage: host \(command.name) [OPTION]..." + operands(of: command), "",
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
