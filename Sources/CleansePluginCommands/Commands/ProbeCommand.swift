import CleanseSupport
import CleanseFindingReports
import CleansePluginHost

/// `host probe`: loads single files and reports what they do.
enum ProbeCommand: Subcommand {
  static let name = "probe"
  static let summary = "Load plugins one by one and report what they do"
  static let operands = "FILE..."
  static let options = OptionTable(
    [.format, .exercise] + Option.probing + [.inProcess, .set] + Option.signatures
      + Option.policing)
  static let loadsPlugins = true
  static let details = [
    "Inspects each file, then loads it in a separate process, lets it configure a",
    "graph twice, and reports the result. With --in-process, the files are loaded",
    "into the host itself, for use under a debugger. With --exercise, each factory",
    "of a C plugin is also called once, with arguments from the bindings of the",
    "files.",
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
      throw UsageError("`host probe` requires the path of a plugin", command: name)
    }
    if let directory = files.first(where: QueryOperands.isDirectory) {
      throw UsageError(
        "`\(directory)` is a directory, and `host probe` takes files",
        hints: ["to load all plugins of a directory: `host validate \(directory)`"],
        command: name)
    }
    let policy = context.policy
    let host = PluginHost(
      files: files, trust: try policy.trust(usesLock: false, for: name),
      judgement: policy.judgement,
      configuration: policy.configuration)
    let probe = context.probe(arguments)
    let path = PluginPath(operands: files, policy: policy)
    let inspections = try path.reading(
      arguments.contains(.inProcess)
        ? host.examineInProcess(
          for: context.tool.component, isExercising: arguments.contains(.exercise))
        : host.examine(through: probe), for: name
    ).map { $0.withoutFindings(ignoredBy: policy.judgement) }
    let report = ListReport(directories: files, inspections: inspections, all: true)
    try context.write(report, arguments)
    if arguments.format == .text {
      context.report(report.findings)
      context.report(ignored: report.plugins)
    }
    return report.status
  }
}
