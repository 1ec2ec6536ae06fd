import CleansePluginHost

/// `host selftest`: whether this host finds faults on this machine.
enum SelftestCommand: Subcommand {
  static let name = "selftest"
  static let summary = "make faulty files and check that each of them is found"
  static let operands = ""
  static let options = OptionTable([.format])
  static let loadsPlugins = true
  static let details = [
    "Makes files that are damaged, no plugins, or plugins that do harm, in a new",
    "directory below TMPDIR (or /tmp); looks at each, and loads what passes in a",
    "process of its own. Tells what had to be found and what was. It needs no",
    "compiler.",
    "The status is 1 if a fault was not found, or a sound file was rejected.",
  ]
  static let examples = ["host selftest", "host selftest --format json"]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    guard arguments.allOperands.isEmpty else {
      throw UsageError("`host selftest` takes no operands", command: name)
    }
    let directory = context.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    var probe = context.probe
    probe.settings.deadline = deadline
    guard let test = context.application.selfTest else {
      throw HostFailure("this program brings no faulty files to test itself with")
    }
    let report = SelftestReport(
      outcomes: try test.outcomes(in: directory ?? "/tmp", through: probe))
    switch arguments.format {
    case .json:
      try context.write(JSONOutput.text(of: report))
    case .text:
      try context.write(
        report.text(for: context.outputTerminal) + "\n" + report.summary + "\n")
    }
    return report.status
  }

  /// Short, as one of the faults takes that long, and long enough for the others on a busy machine.
  private static let deadline = Duration.seconds(2)

  /// The name of the variable that tells where temporary files belong.
  static let variable = "TMPDIR"
}
