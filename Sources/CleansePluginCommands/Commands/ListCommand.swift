import CleanseSupport
import CleanseFindingReports
import CleansePluginHost

/// `host list`: the plugins of directories. No code of any plugin runs.
enum ListCommand: Subcommand {
  static let name = "list"
  static let summary = "List plugins without running them"
  static let operands = "[DIR]..."
  static let options = OptionTable([.format, .all, .against] + Option.trusting + Option.policing)
  static let details = [
    "Shows the identifier, version, summary, language and declared contributions of",
    "each plugin, and whether it can be used; if not, why. Shows the contracts of the",
    "plugins' libraries. No code of a plugin runs, and nothing is cached: each file",
    "is read each time.",
    "With --against, checks the plugins against another host: the framework, the",
    "contracts and the plugins in directories (repeatable), or the host that one",
    "graph file describes.",
  ]
  static let examples = [
    "host list plugins", "host list --format json --all plugins",
    "host list --against /opt/editor/lib --against /opt/editor/plugins build",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    let policy = context.policy
    let path = PluginPath(operands: arguments.allOperands, policy: policy)
    var host = PluginHost(
      directories: path.directories, trust: try policy.trust(of: path.operands, for: name),
      judgement: policy.judgement, configuration: policy.configuration)
    let against = arguments.values[.against] ?? []
    let other = try against.isEmpty ? nil : OtherHost(against, for: name, policy)
    if let other { host = host.comparing(with: other) }
    let inspections = try path.reading(host.inspect(), for: name)
      .map { $0.withoutFindings(ignoredBy: policy.judgement) }
    let report = ListReport(
      directories: path.directories, inspections: inspections, all: arguments.contains(.all),
      against: against, other)
    try context.write(report, arguments)
    if arguments.format == .text {
      context.report(report.findings)
      context.report(ignored: report.plugins)
    }
    context.report(lines: report.hints)
    return report.status
  }
}
