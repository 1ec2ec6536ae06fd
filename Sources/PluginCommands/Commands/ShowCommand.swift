import CleanseSupport
import FindingReports
import CleansePluginHost

/// `host show`: one plugin in full.
enum ShowCommand: Subcommand {
  static let name = "show"
  static let group = CommandGroup.inspect
  static let summary = "Show one plugin in full"
  static let operands = "[DIR]... PLUGIN"
  static let options = OptionTable(
    [.format] + Option.probing + Option.trusting + Option.policing)
  static let loadsPlugins = true
  static let details = [
    "Shows the manifest of the plugin, what it was built with, the libraries and",
    "plugins that it requires, and its bindings and contributions. A plugin is named",
    "by its identifier, its file name or a path. The plugins of the directories are",
    "loaded, in other processes.",
  ]
  static let examples = [
    "\(Tool.name) show plugins org.cleanse.samples.redact",
    "\(Tool.name) show plugins/libRedact.so",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    guard let plugin = arguments.allOperands.last.map(PluginName.init) else {
      throw UsageError("`\(Tool.name) show` requires the identifier of a plugin", command: name)
    }
    var directories = Array(arguments.allOperands.dropLast())
    if directories.isEmpty { directories += [plugin.directory].compactMap { $0 } }
    let path = PluginPath(operands: directories, policy: context.policy)
    let combination: CombinedGraph
    do {
      combination = try CombinedGraph(of: path, for: name, arguments, in: context)
    } catch var error as UsageError {
      // `host show plugins` lacks the identifier after the directory.
      if path.origin == .standard {
        error.hints.append("`\(plugin.text)` was interpreted as the identifier of a plugin")
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
      context.report(report.findings)
      context.report(ignored: report.plugins.map(\.entry))
    }
    return report.status
  }
}
