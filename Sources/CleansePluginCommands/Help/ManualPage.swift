import CleanseSupport
import CleanseFindingReports

/// Manual pages in mdoc, from the same declarations as the help.
struct ManualPage {
  private let tool: PluginTool
  private let names: ToolNames
  /// The date of the page, as in `November 24, 2026`.
  private let date: String

  /// The date is that of ``SourceDate``, else that of the release, so that equal sources give equal pages on any day.
  ///
  /// - Throws: A ``UsageError`` if the variable is not a number of seconds.
  init(_ tool: PluginTool, environment: [String: String]) throws(UsageError) {
    self.tool = tool
    names = tool.names
    date = try SourceDate.of(environment, for: "help")?.dayInWords ?? Version.date
  }

  /// The page of the tool itself.
  var text: String {
    let groups = tool.groups.flatMap { heading, commands in
      [".Ss \(heading)", ".Bl -tag -width Ds"]
        + commands.flatMap {
          [".It Xr \(name(of: $0)) 1", Self.escaped(names.help("\($0.help(in: tool).summary)."))]
        } + [".El"]
    }
    return page(
      name, "inspect, check and run plugins",
      synopsis: [".Nm", ".Ar command", ".Op Ar option ...", ".Op Ar operand ..."],
      description: [
        "Plugin directories are those on the command line, else those in",
        ".Ev CLEANSE_PLUGIN_PATH ,",
        "else those in", ".Pa \(names.policyFile) ,", "else",
        ".Pa \(tool.directories.joined(separator: ", ")) .",
        "The nearest", ".Pa \(names.policyFile)",
        "in the working directory or its parents is used.",
      ],
      sections: [".Sh COMMANDS"] + groups + options(PluginTool.options.listed) + sharedOptions + [
        ".Sh ENVIRONMENT", ".Bl -tag -width Ds", ".It Ev CLEANSE_PLUGIN_PATH",
        "Plugin directories, separated by colons.", ".It Ev NO_COLOR",
        "Colors are not used if it is set.", ".It Ev XDG_CACHE_HOME",
        "The directory of the cache is below it.", ".El",
      ],
      statuses: StatusMeanings().list(readsPolicy: true), examples: [],
      seeAlso: tool.commands.map(name(of:)))
  }

  /// The page of a command.
  func text(of command: any Subcommand.Type) -> String {
    let help = command.help(in: tool)
    return page(
      name(of: command), names.help(Self.lowercased(help.summary)),
      synopsis: [
        ".Nm \(Self.escaped("\(names.name) \(command.name)"))", ".Op Ar option ...",
      ] + (help.operands.isEmpty ? [] : [Self.escaped(help.operands)]),
      description: help.details.isEmpty
        ? [Self.escaped(names.help("\(help.summary)."))]
        : Self.paragraphs(help.details.map(names.help)),
      sections: options(help.options), statuses: command.listedStatuses,
      examples: help.examples.map(names.command),
      seeAlso: [name])
  }

  private func page(
    _ name: String, _ summary: String, synopsis: [String], description: [String],
    sections: [String], statuses: [(status: ExitStatus, meaning: String)], examples: [String],
    seeAlso: [String]
  ) -> String {
    var lines = [
      ".Dd \(date)", ".Dt \(name.uppercased()) 1", ".Os", ".Sh NAME", ".Nm \(name)",
      ".Nd \(Self.escaped(summary))", ".Sh SYNOPSIS",
    ]
    lines += synopsis + [".Sh DESCRIPTION"] + description + sections
    lines += [".Sh EXIT STATUS", ".Bl -tag -width Ds"]
    lines += statuses.flatMap { status, meaning in
      [".It \(status.rawValue)", Self.escaped(names.help("\(Self.capitalized(meaning))."))]
    }
    lines += [".El"]
    if !examples.isEmpty {
      lines +=
        [".Sh EXAMPLES", ".Bd -literal -offset indent"] + examples.map(Self.escaped) + [".Ed"]
    }
    let others = seeAlso.sorted()
    lines += [".Sh SEE ALSO"]
    lines += others.map { ".Xr \($0) 1" + ($0 == others.last ? "" : " ,") }
    return lines.map { $0 + "\n" }.joined()
  }

  private func options(_ options: [Option]) -> [String] {
    let shared = options.filter(\.isShared).map { ".\(Self.flags(of: $0))" }
    let reference =
      shared.isEmpty
      ? []
      : [".Pp", "These options are described in", ".Xr \(name) 1 :"]
        + shared.dropLast().map { "\($0) ," } + shared.suffix(1)
    return [".Sh OPTIONS"] + list(of: options.filter { !$0.isShared }) + reference
  }

  /// The descriptions of the options that many commands have.
  private var sharedOptions: [String] {
    [".Sh COMMON OPTIONS", "Many commands have some of these options; their pages list which."]
      + Option.shared.flatMap { heading, options in [".Ss \(heading)"] + list(of: options) }
  }

  private func list(of options: [Option]) -> [String] {
    let items = options.flatMap { option in
      [".It \(Self.flags(of: option))", Self.escaped("\(names.help(option.summary)).")]
    }
    return [".Bl -tag -width Ds"] + items + [".El"]
  }

  /// `Fl h , Fl -help`, `Fl -format Ar text|json`, `Fl -locked Ns Op = Ns Ar FILE`.
  private static func flags(of option: Option) -> String {
    let short = option.letter.map { "Fl \($0) , " } ?? ""
    let name = "\(short)Fl -" + (option.isNegatable ? "\\&[no-]" : "") + option.name
    let value = option.placeholder ?? option.values.joined(separator: "|")
    guard !value.isEmpty else { return name }
    return option.isValueOptional ? "\(name) Ns Op = Ns Ar \(value)" : "\(name) Ar \(value)"
  }

  /// The name of the tool's page: `host`, or `editor-plugins`.
  private var name: String { names.name.split(separator: " ").joined(separator: "-") }

  private func name(of command: any Subcommand.Type) -> String { "\(name)-\(command.name)" }

  /// The lines of a description, each sentence on a line of its own, as mdoc requires.
  private static func paragraphs(_ lines: [String]) -> [String] {
    let paragraphs = lines.split(separator: "").map { $0.joined(separator: " ") }
    return Array(
      paragraphs.map { paragraph in
        paragraph.replacing(". ", with: ".\n").split(separator: "\n").map { escaped(String($0)) }
      }.joined(separator: [".Pp"]))
  }

  private static func lowercased(_ summary: String) -> String {
    summary.prefix(1).lowercased() + summary.dropFirst()
  }

  private static func capitalized(_ clause: String) -> String {
    clause.prefix(1).uppercased() + clause.dropFirst()
  }

  /// A line of text, without a meaning to the formatter.
  private static func escaped(_ line: String) -> String {
    let text = line.replacing("\\", with: "\\e").replacing("`", with: "\\(ga")
      .replacing("'", with: "\\(aq").replacing("-", with: "\\-")
    return text.first == "." ? "\\&" + text : text
  }
}
