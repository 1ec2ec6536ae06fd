import CleansePluginHost

/// `host probe`: what single files do when they are loaded.
enum ProbeCommand: Subcommand {
  static let name = "probe"
  static let summary = "load plugins, each by itself, and tell what they do"
  static let operands = "FILE…"
  static let options = OptionTable(
    [.format, .exercise] + Option.probing + [.inProcess] + Option.signatures + Option.policing)
  static let loadsPlugins = true
  static let details = [
    "Inspects each file; then loads it in a process of its own, lets it configure a",
    "graph twice, and tells how that ended. With --in-process the files are loaded",
    "into the host itself, so that a debugger shows what becomes of it. With",
    "--exercise, each factory of a plugin in C is called once as well, with what the",
    "files bind.",
  ]
  static let examples = [
    "host probe plugins/libRedact.so",
    "gdb --args host probe --in-process plugins/libRedact.so",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    let files = arguments.allOperands
    guard !files.isEmpty else {
      throw UsageError("`host probe` needs the path of a plugin", command: name)
    }
    let policy = context.policy
    let host = PluginHost(
      files: files, trust: try policy.trust(usesLock: false, for: name), levels: policy.levels)
    let probe = context.probe(arguments)
    let path = PluginPath(operands: files, policy: policy)
    let inspections = try path.reading(for: name) { () throws(PluginHostError) in
      arguments.contains(.inProcess)
        ? try context.application.examineInProcess(
          host, arguments.contains(.exercise))
        : try host.examine(through: probe)
    }.map { $0.withoutFindings(ignoredBy: policy.levels) }
    let report = ListReport(directories: files, inspections: inspections, all: true)
    switch arguments.format {
    case .json:
      try context.write(JSONOutput.text(of: report))
    case .text:
      try context.write(report.text(for: context.outputTerminal))
      context.tell(report.findings)
      context.tell(ignored: report.plugins)
    }
    return report.status
  }
}
