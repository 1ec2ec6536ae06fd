import CleansePluginHost

/// `host run`: a command that a plugin contributes.
enum RunCommand: Subcommand {
  static let name = "run"
  static let summary = "run a command that a plugin contributes"
  static let operands = "[DIR…] [-- COMMAND ARGUMENT…]"
  static let options = OptionTable(
    [.strict] + Option.probing + Option.trusting + Option.policing)
  static let loadsPlugins = true
  static let isWatched = true
  static let details = [
    "Checks the plugins first, each in a process of its own: one that does harm there",
    "is not loaded. Where they don't fit together, nothing is built and nothing runs.",
    "A plugin that can't be used is told and left out; with --strict it stops the",
    "program, and so does a warning. Without `-- COMMAND`, the commands that there",
    "are get listed. The exit status is the command's own, whatever plugins do while",
    "the program ends; one that takes longer than --deadline for that is killed.",
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
      // `host run filter` names a directory where a command was meant.
      let operands = arguments.operands
      if arguments.trailing == nil, let start = operands.firstIndex(where: { $0 == error.operand })
      {
        let line = ["host", "run"] + operands[..<start] + ["--"] + operands[start...]
        error.hints.append(
          "a command stands behind two hyphens: \(line.joined(separator: " "))")
      }
      throw error
    }
    let combination = Combination(composition.combined, policy.levels)
    context.tell(combination.errors(strictly: isStrict))
    guard combination.isRunnable(strictly: isStrict) else {
      context.tell(lines: [HostProgram.unfit])
      return .findings
    }
    let commands: CommandSet
    do {
      commands = CommandSet(try composition.commands())
    } catch let error as ResolutionError {
      context.tell(lines: "host: \(error)".split(separator: "\n").map(String.init))
      return .findings
    }
    guard let trailing = arguments.trailing else {
      try context.write(commands.text(for: context.outputTerminal))
      if commands.isEmpty { context.tell(lines: [commands.listing]) }
      return combination.isNothingUsable ? .findings : .success
    }
    // The thread may be another one by now.
    context.watch?.guardStack()
    return try await commands.run(trailing, in: context)
  }

  /// Loads the plugins that do no harm by that into this process.
  private static func composition(
    of path: PluginPath, _ arguments: ParsedArguments, in context: CommandContext
  ) throws -> Application.Composition {
    let policy = context.policy
    let probe = context.probe(arguments)
    let host = PluginHost(
      directories: path.directories, trust: try policy.trust(for: name), levels: policy.levels)
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
