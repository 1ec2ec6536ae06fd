import CleanseFindingReports
import CleansePluginHost
import CleanseSupport

/// `host islands`: which plugins share state.
enum IslandsCommand: Subcommand {
  static let name = "islands"
  static let summary = "Show which plugins share state"
  static let operands = "[DIR]... | --graph FILE..."
  static let options = OptionTable(
    [.format, .graph] + Option.probing + Option.trusting + Option.policing)
  static let loadsPlugins = true
  static let details = [
    "Two plugins are in one island if one of them uses a binding of the other, if",
    "both use a shared instance of the application, if one overrides what the other",
    "binds, if one uses a C name that the other declares, or if both are tied to a",
    "third one. Plugins of different islands share nothing that the graph shows, so",
    "each island could run in a process of its own. The ties of each island are",
    "listed: all ties of two plugins have to go to separate them. Variables of",
    "libraries, files and sockets that plugins share are not known. With `islands` in",
    "the policy file, its names for plugins are shown. That two of these are merged",
    "is an error, also of `validate`, `run` and `serve`.",
  ]
  static let examples = ["host islands plugins", "host islands --format json --graph fragments"]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    let path = PluginPath(operands: arguments.allOperands, policy: context.policy)
    let combination = try CombinedGraph(of: path, for: name, arguments, in: context)
    guard combination.isComplete else {
      context.report(combination.findings)
      throw CommandFailure("the plugins can't be combined, so there is no graph")
    }
    if let message = combination.leftOut { context.report(message: message) }
    let names = IslandPlan.names(of: combination.inspections, context.policy)
    let report = IslandsReport(of: combination.graph, names)
    try context.write(report, arguments)
    return report.status
  }
}
