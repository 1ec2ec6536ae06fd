import CleanseSupport
import FindingReports
import CleansePluginHost

/// `host selftest`: checks that this host detects faulty files on this machine.
enum SelftestCommand: Subcommand {
  static let name = "selftest"
  static let group = CommandGroup.inspect
  static let summary = "Check that the host detects faulty files"
  static let operands = ""
  static let options = OptionTable([.format])
  static let loadsPlugins = true
  static let details = [
    "Creates files that are damaged, not plugins, or harmful plugins, in a new",
    "directory in TMPDIR (or /tmp). Inspects each file, and loads it in a separate",
    "process if it passes. Shows the expected and the actual findings. Requires no",
    "compiler.",
    "The exit status is 1 if a fault was missed or a valid file was rejected.",
  ]
  static let examples = ["\(Tool.name) selftest", "\(Tool.name) selftest --format json"]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    try arguments.refuseOperands(for: name)
    let report = try report(in: context)
    switch arguments.format {
    case .json:
      try context.write(JSONOutput.text(of: report))
    case .text:
      try context.write(
        report.text(for: context.outputTerminal) + "\n" + report.summary + "\n")
    }
    return report.status
  }

  /// Runs the self-test.
  ///
  /// - Throws: An error if the files can't be created.
  static func report(in context: CommandContext) throws -> SelftestReport {
    let directory = context.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    var probe = context.probe
    probe.settings.deadline = deadline
    // Only a tool with a self-test has this command.
    let outcomes = try context.tool.selfTest?.outcomes(in: directory ?? "/tmp", through: probe)
    return SelftestReport(outcomes: outcomes ?? [])
  }

  /// One of the faults always takes this long; the others need less even on a busy machine.
  private static let deadline = Duration.seconds(2)

  /// The name of the environment variable with the directory for temporary files.
  static let variable = "TMPDIR"
}
