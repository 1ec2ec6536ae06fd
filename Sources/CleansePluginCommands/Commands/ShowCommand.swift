import CleanseSupport
import CleanseFindingReports
import CleansePluginHost

/// `host show`: one plugin in full.
enum ShowCommand: Subcommand {
  static let name = "show"
  static let summary = "Show one plugin in full"
  static let operands = "[DIR]... PLUGIN"
  static let options = OptionTable(
    [.format, .graph] + Option.probing + Option.trusting + Option.policing)
  static let loadsPlugins = true
  static let details = [
    "Shows the manifest of the plugin, what it was built with, and its libraries and",
    "options; which plugins it requires, and which require it; what its bindings",
    "request from other plugins and from the application; and the dependents of its",
    "bindings and contributions, what they override, and which are unused. A plugin",
    "is named by its identifier, its file name or a path. The plugins of the",
    "directories are loaded, in other processes.",
  ]
  static let statuses = StatusMeanings(
    findings: "the plugin was rejected, or a binding is missing")
  static let examples = [
    "host show plugins org.cleanse.samples.redact",
    "host show plugins/libRedact.so",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    let operands = try QueryOperands(
      arguments, of: name, noun: "the identifier of a plugin", in: context)
    let combination = try operands.hinting {
      try CombinedGraph(of: operands.path, for: name, arguments, in: context)
    }
    let plugin = PluginName(operands.subjects[0])
    let report = ShowReport(of: combination, where: plugin.names)
    guard !report.plugins.isEmpty else {
      throw operands.hinted(
        plugin.unknown(among: combination.entries.map(\.name), in: operands.path, for: name))
    }
    try context.write(report, arguments)
    if arguments.format == .text {
      context.report(report.findings)
      context.report(ignored: report.plugins.map(\.entry))
    }
    guard combination.isComplete else {
      context.report(combination.graphFindings)
      context.report(
        message: "the plugins can't be combined, so there is no graph with their bindings")
      return .findings
    }
    return report.status
  }
}
