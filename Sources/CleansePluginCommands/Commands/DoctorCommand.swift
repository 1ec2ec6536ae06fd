import CleansePluginHost
import CleanseSupport
import CleanseFindingReports

/// `host doctor`: what is wrong with the machine, the installation and the settings.
enum DoctorCommand: Subcommand {
  static let name = "doctor"
  static let summary = "Check this machine, the installation and the settings"
  static let operands = "[DIR]..."
  static let options = OptionTable([.format] + Option.trusting + Option.policing)
  static let loadsPlugins = true
  // A faulty policy file is a part of the report.
  static let needsPolicy = false
  static let details = [
    "Checks the system, the files of this installation, the policy file with what it",
    "names, the plugin directories, the cache and the compilers. Creates faulty files",
    "in a new directory in TMPDIR (or /tmp), and checks that each is detected. Each",
    "line is ok, a warning or an error with a fix. No code of the plugins runs;",
    "`host validate` checks whether they fit together.",
  ]
  static let statuses = StatusMeanings(
    success: "there is no error", findings: "there is an error")
  static let examples = ["host doctor", "host doctor --format json plugins"]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    let environment = context.environment
    let report = DoctorReport(
      MachineChecks(environment: environment).all
        + InstallationChecks(
          environment: environment, executable: context.executable, name: context.names.name
        ).all
        + SettingsChecks(context: context, arguments: arguments).all
        + [cache(environment)]
        + CompilerChecks(search: ProgramSearch(path: environment["PATH"])).all
        + faults(context))
    try context.write(report, arguments)
    return report.status
  }

  private static func cache(_ environment: [String: String]) -> DoctorCheck {
    let report = CacheCommand.info(environment)
    guard let directory = report.directory else {
      return .warning(
        .cache, "no cache is available, so plugins are probed in every run: \(report.error ?? "")",
        fix: report.fix ?? "`host cache info`")
    }
    return .ok(.cache, "\(report.entries) entries, \(report.bytes) bytes in \(directory)")
  }

  /// The checks of a tool that has faulty files.
  private static func faults(_ context: CommandContext) -> [DoctorCheck] {
    context.tool.faultTest.map { FaultChecks($0, in: context).all } ?? []
  }
}
