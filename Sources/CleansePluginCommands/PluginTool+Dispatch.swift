import CleanseSupport
import CleanseFindingReports
import CleansePluginHost
import CleanseGraphRendering
import CleansePlugin
import CleanseSupervision

// What the tool does, independent of the process that it runs in.
extension PluginTool {
  /// The options of the program itself; the options of a command follow its name.
  static let options = OptionTable([.version])

  /// Runs the command that the arguments name.
  ///
  /// - Parameters:
  ///   - arguments: The command-line arguments without the program's name.
  ///   - context: The environment and the streams.
  /// - Returns: The exit status; all errors have been reported.
  static func execute(_ arguments: [String], in context: CommandContext) async -> ExitStatus {
    do {
      return try await dispatch(arguments, in: context)
    } catch {
      context.worker?.report(.refused(lines(of: error)))
      return report(error, in: context)
    }
  }

  /// The error that stops a command as lines, each without a full stop: what is wrong, then hints.
  static func lines(of error: any Error) -> [String] {
    switch error {
    case let error as UsageError: [error.message] + error.hints
    case let error as CommandFailure: [error.message] + error.hints
    case let error as ValidationError: error.diagnostics.flatMap(LogRecord.lines)
    default: "\(error)".split(separator: "\n").map(String.init)
    }
  }

  /// Reports the error that stopped a command.
  ///
  /// - Returns: The exit status for the error.
  static func report(_ error: any Error, in context: CommandContext) -> ExitStatus {
    switch error {
    case let error as UsageError:
      context.report(lines: error.lines(for: context.names.program))
      return .usage
    case let error as ValidationError:
      context.report(error.diagnostics)
      context.report(message: "the plugins don't fit together")
      return .findings
    case let error as CommandFailure:
      context.report(lines: error.lines(for: context.names.program))
    case let error as GraphvizError:
      context.report(
        lines: CommandFailure(error.message, hints: error.hints).lines(for: context.names.program))
    case let error as StreamError:
      // A command that stops because its reader did has succeeded.
      guard !error.isClosedByReader else { return .success }
      context.report(message: "\(error.description)")
    default:
      context.report(message: "\(error)")
    }
    return .failure
  }

  /// Checks that no name of a file was changed: bytes that are not UTF-8 become U+FFFD in a `String`, which is the name of
  /// another file. The arguments of a plugin's command are its own.
  private static func checkText(
    of arguments: [String], _ environment: [String: String]
  ) throws(UsageError) {
    let replacement: Unicode.Scalar = "\u{FFFD}"
    for argument in arguments.prefix(while: { $0 != "--" })
    where argument.unicodeScalars.contains(replacement) {
      throw UsageError(
        "\(argument.quoted) is not valid UTF-8", hints: ["rename the file or the directory"])
    }
    for variable in [
      PluginPath.variable, "HOME", "STATE_DIRECTORY", "TMPDIR", "XDG_CACHE_HOME",
      "XDG_RUNTIME_DIR", "XDG_STATE_HOME",
    ]
    where environment[variable, default: ""].unicodeScalars.contains(replacement) {
      throw UsageError(
        "the value of \(variable) is not valid UTF-8", hints: ["rename the file or the directory"])
    }
  }

  private static func dispatch(
    _ arguments: [String], in context: CommandContext
  ) async throws -> ExitStatus {
    try checkText(of: arguments, context.environment)
    guard let first = arguments.first else {
      context.report(HelpText(context.names).of(context.tool))
      return .usage
    }
    guard !first.hasPrefix("-") else { return try program(arguments, in: context) }
    let command = try context.tool.command(named: first)
    let rest = Array(arguments.dropFirst())
    let parsed = try context.tool.parser(of: command).parse(rest)
    // `host run --help -- COMMAND` is the help of a plugin's command.
    if parsed.contains(.help), parsed.trailing?.isEmpty ?? true {
      try context.write(HelpText(context.names).of(command, in: context.tool))
      return .success
    }
    var context = context
    if command.needsPolicy {
      let early = context.early
      context.policy = try early?.get().policy ?? Policy(parsed, for: command.name, in: context)
      let records = parsed.value(of: .recordPermissions) != nil
      let hasPermissions = context.policy.permissions.value != nil
      context.isConfined = early != nil && (hasPermissions || records)
      context.enforcesPermissions = early != nil && hasPermissions && !records
    }
    guard let file = parsed.value(of: .trace) else {
      return try await command.run(parsed, in: context)
    }
    return try await tracing(command, writingTo: file, in: context) { [context] in
      try await command.run(parsed, in: context)
    }
  }

  /// The parser of a command's options, whose errors name the other commands that have an option.
  func parser(of command: any Subcommand.Type) -> OptionParser {
    var parser = OptionParser(table: command.options, command: command.name)
    parser.commandsWithOption = { [commands] name in
      commands.filter { $0.options.options.contains { $0.name == name } }.map { $0.name }
    }
    return parser
  }

  /// The program without a command: `host --help`, `host --version`.
  private static func program(
    _ arguments: [String], in context: CommandContext
  ) throws -> ExitStatus {
    let parsed = try OptionParser(table: options, command: nil).parse(arguments)
    if parsed.contains(.help) {
      try context.write(HelpText(context.names).of(context.tool))
      return .success
    }
    guard parsed.contains(.version) else {
      throw UsageError("the first argument must be a command")
    }
    try context.write(
      Version.report(for: .host, of: context.names.name, isHost: context.tool.isHost))
    return .success
  }
}
