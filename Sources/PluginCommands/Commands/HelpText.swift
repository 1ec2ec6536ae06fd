/// The help, made from the commands' own option tables.
enum HelpText {
  /// What `host help` and `host --help` say.
  static var ofProgram: String {
    let width = Subcommands.names.map(\.count).max() ?? 0
    let commands = Subcommands.all.map { command in
      let padding = String(repeating: " ", count: width - command.name.count)
      return "  \(command.name)\(padding)  \(command.summary)"
    }
    let lines =
      [
        "host: lists, checks and runs plugins", "",
        "Usage: host COMMAND [OPTION…] …", "",
        "Commands:",
      ] + commands + ["", "Options:"] + HostProgram.options.help + [
        "", "Plugins are looked for in the directories on the command line, else in those of",
        "CLEANSE_PLUGIN_PATH (with colons between them), else in those of host.json, else",
        "in ./plugins. A host.json is looked for in this directory and those around it;",
        "`host config` tells what is in effect.", "",
        "Exit status: 0 fine; 1 findings; 2 usage; 3 the host's own failure.", "",
        "`host help COMMAND` tells more about a command.",
      ]
    return joined(lines)
  }

  /// What `host help COMMAND` and `host COMMAND --help` say.
  static func of(_ command: any Subcommand.Type) -> String {
    var lines = [
      "host \(command.name): \(command.summary)", "",
      "Usage: host \(command.name) [OPTION…]" + operands(of: command), "",
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
