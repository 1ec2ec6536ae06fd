import CleansePluginHost

/// `host show`: one plugin in full.
enum ShowCommand: Subcommand {
  static let name = "show"
  static let summary = "show one plugin in full"
  static let operands = "[DIR…] IDENTIFIER"
  static let options = OptionTable(
    [.format] + Option.probing + Option.trusting + Option.policing)
  static let loadsPlugins = true
  static let details = [
    "Tells what the plugin says of itself, what it was built with, which libraries",
    "and plugins it needs, and what it binds and contributes. To learn that, the",
    "plugins of the directories are loaded, in other processes. A file's name or",
    "path may stand in place of the identifier.",
  ]
  static let examples = [
    "host show plugins org.cleanse.samples.redact", "host show plugins/libRedact.so",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    guard let plugin = arguments.allOperands.last.map(PluginName.init) else {
      throw UsageError("`host show` needs the identifier of a plugin", command: name)
    }
    var directories = Array(arguments.allOperands.dropLast())
    if directories.isEmpty { directories += [plugin.directory].compactMap { $0 } }
    let path = PluginPath(operands: directories, policy: context.policy)
    let combination: Combination
    do {
      combination = try Combination(of: path, for: name, arguments, in: context)
    } catch var error as UsageError {
      // `host show plugins` names a directory where an identifier was meant to follow.
      if path.origin == .standard {
        error.hints.append("`\(plugin.text)` was taken for the identifier of a plugin")
      }
      throw error
    }
    let report = ShowReport(
      plugins: combination.plugins.compactMap { ShowReport.Plugin($0, graph: combination.graph) }
        .filter { plugin.names($0.entry) })
    guard !report.plugins.isEmpty else {
      throw plugin.unknown(among: combination.entries.map(\.name), in: path, for: name)
    }
    switch arguments.format {
    case .json:
      try context.write(JSONOutput.text(of: report))
    case .text:
      try context.write(report.text(for: context.outputTerminal))
      context.tell(report.findings)
      context.tell(ignored: report.plugins.map(\.entry))
    }
    return report.status
  }
}
