import CleanseSupport
import FindingReports
import CleansePluginHost

/// `host needs`: what a plugin requires and what it provides.
enum NeedsCommand: Subcommand {
  static let name = "needs"
  static let group = CommandGroup.graph
  static let summary = "Show what a plugin requires and what it provides"
  static let operands = "[DIR]... PLUGIN"
  static let options = OptionTable(
    [.format, .graph] + Option.probing + Option.trusting + Option.policing)
  static let loadsPlugins = true
  static let details = [
    "Shows what the bindings of the plugin request from other plugins and from the",
    "application; which plugins it requires, and which require it; the dependents of",
    "its bindings and contributions, what they override, and which are unused. A",
    "plugin is named by its identifier, its file name or a path. The plugins of the",
    "directories are loaded, in other processes.",
    "The exit status is 1 if the plugin was rejected or a binding is missing.",
  ]
  static let examples = [
    "\(Tool.name) needs plugins org.cleanse.samples.pipeline",
    "\(Tool.name) needs plugins/libPipeline.so",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    let operands = try QueryOperands(
      arguments, of: name, noun: "the identifier of a plugin", in: context)
    let combination = try operands.combination(for: name, arguments, in: context)
    let plugin = PluginName(operands.subjects[0])
    let report = NeedsReport(of: combination, where: plugin.names)
    guard !report.plugins.isEmpty else {
      throw operands.hinted(
        plugin.unknown(among: combination.entries.map(\.name), in: operands.path, for: name))
    }
    switch arguments.format {
    case .json: try context.write(JSONOutput.text(of: report))
    case .text:
      try context.write(report.text(for: context.outputTerminal))
      context.report(report.findings)
    }
    return report.status
  }
}
