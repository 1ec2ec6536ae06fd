import FindingReports
import CleansePluginHost

/// `host run`: runs a command that a plugin contributes.
enum RunCommand: Subcommand {
  static let name = "run"
  static let group = CommandGroup.run
  static let summary = "Run a command that a plugin contributes"
  static let operands = "[DIR]... [-- COMMAND [ARGUMENT]...]"
  static let options = OptionTable(
    [.strict] + Option.probing + Option.trusting + Option.policing)
  static let loadsPlugins = true
  static let isWatched = true
  static let details = [
    "Probes each plugin in a separate process first: a plugin that fails there is not",
    "loaded. If the plugins don't fit together, nothing is built and nothing is run.",
    "The same holds for a plugin that can't be used, unless --on-failure or host.json",
    "allows to leave it out; with --strict, any warning stops the program. Without",
    "`-- COMMAND`, lists the available commands. The exit status is that of the",
    "command, whatever plugins do while the program exits; a program that takes",
    "longer than --deadline to exit is killed.",
  ]
  static let examples = [
    "host run plugins", "host run plugins -- filter --use redact,wrap:72 < letter.txt",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    let policy = context.policy
    let path = PluginPath(operands: arguments.operands, policy: policy)
    let isStrict = policy.isStrict.value
    let composition: Application.Composition
    do {
      composition = try Self.composition(of: path, arguments, in: context)
    } catch var error as UsageError {
      // `host run filter` passes a command in place of a directory.
      let operands = arguments.operands
      if arguments.trailing == nil, let start = operands.firstIndex(where: { $0 == error.operand })
      {
        let line = ["host", "run"] + operands[..<start] + ["--"] + operands[start...]
        error.hints.append(
          "write the command after `--`: \(line.joined(separator: " "))")
      }
      throw error
    }
    let combination = Combination(composition.combined, policy.levels)
    context.report(combination.reported(strictly: isStrict))
    guard combination.isRunnable(strictly: isStrict) else {
      context.report(lines: [combination.refusal])
      return .findings
    }
    let used = composition.combined.inspections
    let commands = CommandSet(composition.commands) {
      context.probe(arguments).commands(of: $0, among: used)
    }
    guard let trailing = arguments.trailing else {
      let isComplete = try commands.list(in: context)
      return combination.isNothingUsable || !isComplete ? .findings : .success
    }
    // The command may run on a different thread by now.
    context.watch?.guardStack()
    return try await commands.run(
      trailing, unused: combination.entries.count { $0.status != .ok }, in: context)
  }

  /// Loads the plugins that passed their probes into this process.
  private static func composition(
    of path: PluginPath, _ arguments: ParsedArguments, in context: CommandContext
  ) throws -> Application.Composition {
    let policy = context.policy
    let probe = context.probe(arguments)
    let host = PluginHost(
      directories: path.directories, trust: try policy.trust(for: name), levels: policy.levels,
      configuration: policy.configuration)
    let progress = ProgressLine(on: context)
    let plugins = try path.reading(for: name) { () throws(PluginHostError) in
      try host.load(
        through: probe, isStrict: policy.isStrict.value, progress: progress.show
      ) { plugins in
        context.watch?.begin(
          plugins, endingWithin: Int(policy.deadline.value * 1000))
      }
    }
    progress.clear()
    return context.application.compose(plugins, policy.levels.severities)
  }
}
