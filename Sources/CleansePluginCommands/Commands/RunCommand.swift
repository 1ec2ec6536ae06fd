import CleanseSupport
import CleanseFindingReports
import CleansePluginHost

/// `host run`: runs a command that a plugin contributes.
enum RunCommand: Subcommand {
  static let name = "run"
  static let feature: ToolFeature? = .commands
  static let summary = "Run a command that a plugin contributes"
  static let operands = "[DIR]... [-- COMMAND [ARGUMENT]...]"
  static let options = OptionTable(
    [.strict, .timeout, .recordPermissions, .trace] + Option.probing + Option.trusting
      + Option.policing)
  static let loadsPlugins = true
  static let isWatched = true
  static let details = [
    "Validates all plugins first, as `host validate` does; results are cached. If a",
    "plugin can't be used, or the plugins don't fit together, nothing is run, unless",
    "--on-failure or host.json allows leaving out what fails; with --strict, any",
    "warning stops the program. Then loads only the plugins that the command needs.",
    "Without `-- COMMAND`, lists the available commands. The exit status is that of",
    "the command, whatever plugins do while the program exits; a program that takes",
    "longer than --deadline to exit is killed. A command that runs longer than",
    "--timeout is ended by SIGTERM, or ten seconds later by SIGKILL. With --help, a",
    "command is described instead of run.",
    "If host.json has permissions, the command may do only what they list.",
  ]
  static let statuses = StatusMeanings(
    success: "the command succeeded; each status of a command is that of the program",
    findings: "plugins or the command can't be used, or the command threw an error",
    failure: "the command was ended after --timeout")
  static let examples = [
    "host run plugins",
    "host run plugins -- filter --use redact,wrap:72 < letter.txt",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    // A plugin can be replaced between any two of the steps.
    var reading = RepeatedReading()
    var reported: Set<Diagnostic> = []
    while true {
      switch try await attempt(arguments, &reported, &reading, in: context) {
      case .ended(let status): return status
      case .outdated: continue
      case .rejected(let plugins):
        context.report(context.findings(of: plugins).filter { reported.insert($0).inserted })
        return refuse(CombinedGraph.refusal(of: plugins.count), in: context)
      }
    }
  }

  /// Reports that nothing was run.
  private static func refuse(_ reason: String, in context: CommandContext) -> ExitStatus {
    context.report(message: "\(reason); nothing was run")
    return .findings
  }

  /// How an attempt to run a command ended.
  private enum Attempt {
    case ended(ExitStatus)
    /// Plugins were replaced, and all have to be read again.
    case outdated
    /// Plugins that have passed before could not be loaded.
    case rejected([PluginInspection])
  }

  /// - Parameter reported: The findings that have been reported, each of which is reported once.
  private static func attempt(
    _ arguments: ParsedArguments, _ reported: inout Set<Diagnostic>,
    _ reading: inout RepeatedReading, in context: CommandContext
  ) async throws -> Attempt {
    let policy = context.policy
    let timeout = try arguments.duration(of: .timeout, for: name)
    let path = PluginPath(operands: arguments.operands, policy: policy)
    let words = arguments.trailing
    let isHelp = arguments.contains(.help)
    let store =
      isHelp ? nil : words?.first.map { RunPlan.Store(of: $0, in: path, arguments, context) }
    if let words, let plan = store?.plan,
      let plugins = plan.inspections(by: try path.host(policy, for: name), policy)
    {
      return try await run(
        words, of: plan.origin, with: plugins, within: timeout, &reading, in: context)
    }
    let combined = try combination(of: path, arguments, in: context)
    let announced = combined.announced
    context.report(announced.filter { reported.insert($0).inserted })
    guard isHelp || combined.isUsable else {
      return .ended(refuse(combined.refusal, in: context))
    }
    // A finding names them already if there is no plugin at all.
    let isNoneFound = announced.contains { $0.code == .pluginNoneFound }
    let names = CommandNames(of: combined, searching: isNoneFound ? [] : path.directories) {
      try context.probe(arguments).commands(of: $0, among: combined.inspections)
    }
    let command: CommandNames.Entry
    do {
      guard let words else {
        let isComplete = try names.list(in: context)
        return .ended(combined.isNothingUsable || !isComplete ? .findings : .success)
      }
      let unused = combined.entries.count { $0.status != .ok }
      let found = try names.command(named: words.first, unused: unused, in: context)
      guard let found else { return .ended(.findings) }
      command = found
    } catch let rejections as PluginRejections {
      let rejected = rejections.applied(to: combined.inspections).filter(\.isRejected)
      return reading.isDue(rejected.contains(where: \.isReplaced)) ? .outdated : .rejected(rejected)
    }
    guard !isHelp else {
      try context.write(help(of: command, in: combined, context.names))
      return .ended(.success)
    }
    let bindings = combined.commandBindings.filter {
      combined.graph[$0].provenance.origin == command.origin
    }
    let plugins = combined.plugins(neededFor: bindings)
    // What is reported has to be found again in the next run.
    if announced.isEmpty,
      let plan = RunPlan(
        of: command.origin, needing: plugins, in: combined, outside: path.directories)
    {
      store?.store(plan)
    }
    return try await run(
      words ?? [], of: command.origin, with: plugins, within: timeout, &reading, in: context)
  }

  /// The help of a plugin's command, for which no plugin is loaded into this process.
  private static func help(
    of command: CommandNames.Entry, in combined: CombinedGraph, _ names: ToolNames
  ) -> String {
    let plugin = combined.inspections.lazy.compactMap(\.usable?.manifest)
      .first { $0.identifier == command.origin }
    let origin = plugin.map { "the plugin \($0.identifier) \($0.version)" } ?? "the application"
    return """
      \(command.name): \(command.summary)

      Usage: \(names.name) \(name) [OPTION]... [DIR]... -- \(command.name) [ARGUMENT]...

      A command of \(origin).

      """
  }

  /// Validates all plugins in other processes.
  private static func combination(
    of path: PluginPath, _ arguments: ParsedArguments, in context: CommandContext
  ) throws -> CombinedGraph {
    do {
      return try CombinedGraph(of: path, for: name, arguments, in: context)
    } catch var error as UsageError {
      // `host run filter` passes a command in place of a directory.
      let operands = arguments.operands
      if arguments.trailing == nil, let start = operands.firstIndex(where: { $0 == error.operand })
      {
        let line = ["host run"] + operands[..<start] + ["--"] + operands[start...]
        error.hints.append(
          "write the command after `--`: `\(line.joined(separator: " "))`")
      }
      throw error
    }
  }

  /// Loads the plugins that a command needs into this process, and runs it.
  private static func run(
    _ words: [String], of origin: String?, with plugins: [PluginInspection],
    within timeout: Duration?, _ reading: inout RepeatedReading, in context: CommandContext
  ) async throws -> Attempt {
    // What is loaded can't be unloaded, and an upgrade can replace several plugins, so all are checked first.
    guard !reading.isDue(plugins.contains(where: \.isReplaced)) else { return .outdated }
    context.probe.endBeforeLoading()
    let deadline = Int(context.policy.deadline.value * 1000)
    context.watch?.begin(plugins, endingWithin: deadline)
    let loaded = PluginSet(loading: plugins, checksContents: true)
    let recorded = context.tool.record(loaded)
    let rejected = recorded.plugins.filter(\.isRejected)
    guard rejected.isEmpty else {
      // A confined process can't check them again.
      let isRepeated = !context.isConfined && reading.isDue(loaded.isOutdated)
      return isRepeated ? .outdated : .rejected(rejected)
    }
    // The time of the command starts now. It may run on a different thread than before.
    context.watch?.begin(plugins, endingWithin: deadline, timeout: timeout)
    return .ended(
      try await LoadedCommands(of: origin, among: recorded.commands).run(words, in: context))
  }
}
