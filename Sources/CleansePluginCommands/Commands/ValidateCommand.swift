import CleanseSupport
import CleanseFindingReports
import CleansePluginHost
import CleanseGraphAnalysis

/// `host validate`: checks that all plugins fit together.
enum ValidateCommand: Subcommand {
  static let name = "validate"
  static let summary = "Check that all plugins fit together"
  static let operands = "[DIR]... | --graph FILE..."
  static let options = OptionTable(
    [
      .reportFormat, .output, .strict, .allowEmpty, .baseline, .updateBaseline, .graph, .exercise,
      .validateAgain, .trace,
    ]
      + Option.probing + Option.trusting + Option.policing)
  static let loadsPlugins = true
  static let details = [
    "Loads each plugin in a separate process, then all plugins that pass into one",
    "process, where they configure one graph, and checks that graph. Every finding",
    "is written to standard error, and a summary to standard output; with --output,",
    "both are written to the file. Nothing is built and no plugin command is run; the",
    "host survives whatever a plugin does. With --exercise, each factory of a C",
    "plugin is also called once, in a process of its own, and so is each contribution",
    "of a Swift plugin that allows it. With --graph, the operands are graph files,",
    "fragments or directories of them, which are linked without loading any plugin.",
    "",
    "If there is no plugin at all, that is a warning, which --strict makes an error.",
    "If one of several directories has none, that is a note. With --allow-empty,",
    "neither is reported.",
    "",
    "With --baseline, findings in the file are counted as unchanged and don't fail,",
    "not even with --strict. A finding whose severity has increased is new. Entries",
    "of the file that are no longer found are reported as absent and don't fail.",
    "",
    "The result can also be written as JSON, as SARIF 2.1.0 for editors and code",
    "scanning, as JUnit XML for test reports, or as workflow commands that annotate",
    "lines in GitHub Actions. Paths are relative to the working directory. One run",
    "can write several formats: each --output applies to the --format before it.",
    "A file is written completely or not at all.",
    "",
    "With --trace, the file shows where the time goes; `host blame FILE` reads it.",
    "",
    "With --watch, validates again whenever a plugin or a setting changes, and prints",
    "what is new, fixed or gone; as JSON, one line for each result.",
  ]
  static let examples = [
    "host validate plugins", "host validate --strict --format json plugins",
    "host validate --severity cleanse/unused-binding=error plugins",
    "host validate --baseline known.json --update-baseline plugins",
    "host validate --baseline known.json plugins",
    "host validate --format text --format sarif --output findings.sarif plugins",
    "host validate --format github --format junit --output junit.xml plugins",
    "host validate --graph fragments", "host validate --watch plugins",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    guard !arguments.contains(.validateAgain) else {
      return try await ValidationWatch(arguments, in: context).run()
    }
    let outputs = try FormattedOutput.all(in: arguments, for: name)
    let (report, hints) = try report(arguments, in: context)
    let findings = report.findingReport(of: context.names.program)
    try FormattedOutput.write(findings, to: outputs, on: context.outputStreams)
    context.report(lines: hints)
    return findings.status
  }

  /// Validates the plugins or the graph documents that the arguments name, with the policy of the context.
  ///
  /// - Returns: The report, and hints about files that are no plugins.
  static func report(
    _ arguments: ParsedArguments, in context: CommandContext
  ) throws -> (ValidateReport, hints: [String]) {
    var context = context
    // A job whose directory is mistyped must not pass.
    context.policy.configuration.expectsPlugins = !arguments.contains(.allowEmpty)
    let policy = context.policy
    let path = PluginPath(operands: arguments.allOperands, policy: policy)
    let request = try BaselineRequest(
      policy.baseline.value, isUpdate: arguments.contains(.updateBaseline), for: name)
    let combination = try CombinedGraph(of: path, for: name, arguments, in: context)
    let hints =
      arguments.contains(.graph)
      ? [] : ListReport.hints(unmarked: UnmarkedLibrary.all(in: combination.plugins))
    let report = ValidateReport(
      directories: path.directories, combination: combination,
      baseline: try request?.comparison(
        with: combination.identifiedFindings,
        application: combination.graph[.root].name,
        plugins: combination.entries.compactMap(\.identifier)))
    if !arguments.contains(.validateAgain) { context.keepUntilExit(combination) }
    return (report, hints)
  }
}

extension Option {
  static let allowEmpty = Option("allow-empty", "Accept directories without any plugin")
  static let validateAgain = Option("watch", "Validate again when a plugin or a setting changes")
}
