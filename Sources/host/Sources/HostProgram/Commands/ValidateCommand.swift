import CleansePluginHost

/// `host validate`: whether all plugins fit together.
enum ValidateCommand: Subcommand {
  static let name = "validate"
  static let summary = "check that the plugins of directories fit together"
  static let operands = "[DIR…] | --graph FILE…"
  static let options = OptionTable(
    [.format, .strict, .graph, .exercise] + Option.probing + Option.trusting)
  static let loadsPlugins = true
  static let details = [
    "Loads each plugin in a process of its own; then all that pass in one, where",
    "they configure one graph; and checks that graph. Tells every finding, then a",
    "summary. Nothing is built, no command runs, and whatever a plugin does, the host",
    "goes on. With --exercise, each factory of a plugin in C is called once as well,",
    "in a process of its plugin. With --graph, the operands are graph files and",
    "fragments, or directories of such, which are linked without any plugin at hand.",
  ]
  static let examples = [
    "host validate plugins", "host validate --strict --format json plugins",
    "host validate --graph fragments",
  ]

  static func run(
    _ arguments: ParsedArguments, in surroundings: Surroundings
  ) async throws -> ExitStatus {
    let path = PluginPath(
      operands: arguments.allOperands, environment: surroundings.environment)
    let combination = try Combination(of: path, for: name, arguments, in: surroundings)
    let report = ValidateReport(
      directories: path.directories, combination: combination,
      isStrict: arguments.contains(.strict))
    switch arguments.format {
    case .json:
      try surroundings.write(JSONOutput.text(of: report))
    case .text:
      surroundings.tell(report.findings)
      try surroundings.write(report.summary + "\n")
    }
    if report.plugins.isEmpty, !arguments.contains(.graph) {
      let unmarked = combination.plugins.filter(\.looksUnmarked).map(\.file.path)
      surroundings.tell(
        lines: [ListReport.nothing(in: path.directories)] + ListReport.hints(unmarked: unmarked))
    }
    return report.status
  }
}
