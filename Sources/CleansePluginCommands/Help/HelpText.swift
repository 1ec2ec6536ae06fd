import CleanseSupport
import CleanseFindingReports

/// The help texts, generated from the declarations of the commands.
///
/// ``ManualPage`` writes the same declarations as manual pages. Both describe the options that many commands have in one
/// text, and list only their names in that of a command.
struct HelpText {
  private let names: ToolNames
  private var name: String { names.name }

  /// - Parameter names: The names of the tool in the texts.
  init(_ names: ToolNames) {
    self.names = names
  }

  /// The text of `host help` and `host --help`.
  func of(_ tool: PluginTool) -> String {
    let runs = tool.commands.contains { $0 == RunCommand.self }
    let purpose = runs ? "inspect, check and run plugins" : "inspect and check plugins"
    let groups = tool.groups.flatMap { section($0.heading, $0.commands, of: tool) }
    let lines =
      ["\(name): \(purpose)", "", "Usage: \(name) COMMAND [OPTION]...", ""]
      + groups + ["Options:"] + PluginTool.options.help + [
        "", "Plugin directories are those on the command line, else those in",
        "CLEANSE_PLUGIN_PATH (separated by colons), else those in host.json, else",
        "\(tool.directories.joined(separator: ", ")). The nearest host.json in this directory or its parents is used;",
        "`host config` shows the effective settings.", "",
        "Exit status: 0 success; 1 findings; 2 usage error; 3 failure of the host.", "",
        "`host help COMMAND` shows the help of a command, and `host help options` that",
        "of the options that many commands have.",
      ]
    return joined(lines)
  }

  /// The text of `host help options`: the options that many commands have.
  var ofOptions: String {
    let all = Option.shared.flatMap(\.options)
    let groups = Option.shared.flatMap { heading, options in
      ["", "\(heading):"] + OptionTable.help(of: options, besides: all)
    }
    return joined(
      ["\(name): options that many commands have"] + groups
        + ["", "The help of a command lists which of them it has."])
  }

  /// The heading of a group and its commands, followed by an empty line.
  private func section(
    _ heading: String, _ commands: [any Subcommand.Type], of tool: PluginTool
  ) -> [String] {
    let width = tool.commands.map { $0.name.count }.max() ?? 0
    let entries = commands.map { command in
      let padding = String(repeating: " ", count: width - command.name.count)
      return "  \(command.name)\(padding)  \(command.help(in: tool).summary)"
    }
    return ["\(heading):"] + entries + [""]
  }

  /// The text of `host help COMMAND` and `host COMMAND --help`.
  func of(_ command: any Subcommand.Type, in tool: PluginTool) -> String {
    let help = command.help(in: tool)
    var lines = [
      "\(name) \(command.name): \(help.summary)", "",
      "Usage: \(name) \(command.name) [OPTION]..."
        + (help.operands.isEmpty ? "" : " \(help.operands)"), "",
    ]
    if !help.details.isEmpty { lines += help.details + [""] }
    let options = help.options
    lines += ["Options:"] + OptionTable.help(of: options.filter { !$0.isShared })
    let shared = options.filter(\.isShared).map(\.synopsis)
    if !shared.isEmpty {
      lines += ["", "Common options, which `host help options` describes:"] + filled(shared)
    }
    lines += ["", "Exit status:"]
    lines += command.listedStatuses.flatMap {
      Self.filled($0.meaning, after: "  \($0.status.rawValue)  ")
    }
    lines += ["", "Examples:"]
    lines += help.examples.map { "  \(names.command($0))" }
    return joined(lines)
  }

  /// The items of a list in indented lines of at most 80 columns.
  private func filled(_ items: [String]) -> [String] {
    (items.dropLast().map { "\($0)," } + items.suffix(1)).reduce(into: []) { lines, item in
      if let last = lines.last, last.count + 1 + item.count <= 80 {
        lines[lines.count - 1] = "\(last) \(item)"
      } else {
        lines.append("  \(item)")
      }
    }
  }

  /// The words of a sentence in lines of at most 80 columns, below each other.
  private static func filled(_ text: String, after head: String) -> [String] {
    let indent = String(repeating: " ", count: head.count)
    var (lines, line) = ([String](), head)
    for word in text.split(separator: " ") {
      if line.count + 1 + word.count > 80 {
        lines.append(line)
        line = indent + word
      } else {
        line += (line == head ? "" : " ") + word
      }
    }
    return lines + [line]
  }

  private func joined(_ lines: [String]) -> String {
    names.help(lines.joined(separator: "\n")) + "\n"
  }
}
