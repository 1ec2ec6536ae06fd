import CleansePluginHost

/// `host validate`: whether all plugins fit together.
enum ValidateCommand: Subcommand {
  static let name = "validate"
  static let summary = "check that the plugins of directories fit together"
  static let operands = "[DIR…] | --graph FILE…"
  static let options = OptionTable(
    [.validateFormat, .output, .strict, .baseline, .updateBaseline, .graph, .exercise]
      + Option.probing + Option.trusting + Option.policing)
  static let loadsPlugins = true
  static let details = [
    "Loads each plugin in a process of its own; then all that pass in one, where",
    "they configure one graph; and checks that graph. Tells every finding, then a",
    "summary. Nothing is built, no command runs, and whatever a plugin does, the host",
    "goes on. With --exercise, each factory of a plugin in C is called once as well,",
    "in a process of its plugin. With --graph, the operands are graph files and",
    "fragments, or directories of such, which are linked without any plugin at hand.",
    "",
    "With --baseline, findings that the file knows are only counted: they don't fail,",
    "also not with --strict. One that weighs more than it did counts as new. What is",
    "known and gone is told, and doesn't fail either.",
    "",
    "For other programs, the result is written as JSON, as SARIF 2.1.0 for editors",
    "and code scanning, as JUnit XML for what shows tests, or as the commands that",
    "annotate lines in a job of GitHub, with paths from the working directory. One",
    "run can write several: an --output belongs to the --format in front of it. What",
    "can't be written as a whole is not written at all.",
  ]
  static let examples = [
    "host validate plugins", "host validate --strict --format json plugins",
    "host validate --severity cleanse/unused-binding=error plugins",
    "host validate --baseline known.json --update-baseline plugins",
    "host validate --baseline known.json plugins",
    "host validate --format text --format sarif --output findings.sarif plugins",
    "host validate --format github --format junit --output junit.xml plugins",
    "host validate --graph fragments",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    let policy = context.policy
    let outputs = try FormattedOutput.all(in: arguments, for: name)
    let path = PluginPath(operands: arguments.allOperands, policy: policy)
    let request = try BaselineRequest(
      policy.baseline.value, isUpdate: arguments.contains(.updateBaseline), for: name)
    let combination = try Combination(of: path, for: name, arguments, in: context)
    let report = ValidateReport(
      directories: path.directories, combination: combination, isStrict: policy.isStrict.value,
      baseline: try request?.comparison(with: combination))
    try FormattedOutput.write(report, to: outputs, in: context)
    if report.plugins.isEmpty, !arguments.contains(.graph) {
      let unmarked = combination.plugins.filter(\.lacksNote).map(\.file.path)
      context.tell(
        lines: [ListReport.nothing(in: path.directories)] + ListReport.hints(unmarked: unmarked))
    }
    return report.status
  }
}

extension Option {
  static let baseline = Option(
    "baseline", placeholder: "FILE", "Let findings pass that FILE knows")
  static let updateBaseline = Option(
    "update-baseline", "Write what is found to the file of --baseline")
}
