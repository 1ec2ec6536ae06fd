import CleansePluginHost

/// `host list`: which plugins there are. No code of any plugin runs.
enum ListCommand: Subcommand {
  static let name = "list"
  static let summary = "list the plugins of directories without running them"
  static let operands = "[DIR…]"
  static let options = OptionTable([.format, .all] + Option.trusting + Option.policing)
  static let details = [
    "Tells identifier, version, summary, language, what each plugin says that it",
    "contributes, and whether it can be used; if not, why. No code of a plugin runs.",
  ]
  static let examples = ["host list plugins", "host list --format json --all plugins"]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    let policy = context.policy
    let path = PluginPath(operands: arguments.allOperands, policy: policy)
    let host = PluginHost(
      directories: path.directories, trust: try policy.trust(for: name), levels: policy.levels)
    let inspections = try path.reading(for: name) { () throws(PluginHostError) in
      try host.inspect()
    }.map { $0.withoutFindings(ignoredBy: policy.levels) }
    let report = ListReport(
      directories: path.directories, inspections: inspections, all: arguments.contains(.all))
    switch arguments.format {
    case .json:
      try context.write(JSONOutput.text(of: report))
    case .text:
      try context.write(report.text(for: context.outputTerminal))
      context.tell(report.findings)
      context.tell(ignored: report.plugins)
    }
    context.tell(lines: report.hints)
    return report.status
  }
}
