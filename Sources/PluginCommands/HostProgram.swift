import GraphRendering
import CleansePlugin
import Glibc

/// The `host` program, apart from the process that it runs in.
public enum HostProgram {
  /// The options of the program itself; those of a command stand behind its name.
  static let options = OptionTable([.version])

  /// Runs the command that the arguments name.
  ///
  /// - Parameters:
  ///   - arguments: Without the program's own name.
  ///   - context: Where they come from and where the result goes.
  /// - Returns: The exit status; whatever went wrong has been told.
  static func run(_ arguments: [String], in context: CommandContext) async -> ExitStatus {
    do {
      return try await dispatch(arguments, in: context)
    } catch {
      return tell(of: error, in: context)
    }
  }

  /// Tells what stopped a command, in the form that suits it.
  ///
  /// - Returns: The exit status that goes with it.
  static func tell(of error: any Error, in context: CommandContext) -> ExitStatus {
    switch error {
    case let error as UsageError:
      context.tell(lines: error.lines)
      return .usage
    case let error as ValidationError:
      context.tell(error.diagnostics)
      context.tell(lines: [unfit])
      return .findings
    case let error as HostFailure:
      context.tell(lines: error.lines)
    case let error as GraphvizError:
      context.tell(lines: HostFailure(error.message, hints: error.hints).lines)
    case let error as StreamError:
      // A command that stops where its reader does has done what was wanted.
      guard !error.isClosedByReader else { return .success }
      context.tell(lines: ["host: \(error.description)"])
    default:
      context.tell(lines: ["host: \(error)"])
    }
    return .failure
  }

  /// What to tell where nothing can be built of the plugins.
  static let unfit = "host: the plugins don't fit together; nothing was run"

  private static func dispatch(
    _ arguments: [String], in context: CommandContext
  ) async throws -> ExitStatus {
    guard let first = arguments.first else {
      context.tell(HelpText.ofProgram)
      return .usage
    }
    guard !first.hasPrefix("-") else { return try program(arguments, in: context) }
    let command = try Subcommands.named(first)
    let rest = Array(arguments.dropFirst())
    let parsed = try OptionParser(table: command.options, command: command.name).parse(rest)
    if parsed.contains(.help) {
      try context.write(HelpText.of(command))
      return .success
    }
    var context = context
    if command.options.options.contains(.config) {
      context.policy = try Policy(parsed, for: command.name, in: context)
    }
    return try await command.run(parsed, in: context)
  }

  /// The program without a command: `host --help`, `host --version`.
  private static func program(
    _ arguments: [String], in context: CommandContext
  ) throws -> ExitStatus {
    let parsed = try OptionParser(table: options, command: nil).parse(arguments)
    if parsed.contains(.help) {
      try context.write(HelpText.ofProgram)
      return .success
    }
    guard parsed.contains(.version) else {
      throw UsageError("a command has to come first")
    }
    try context.write(Version.report(for: Version.architecture))
    return .success
  }
}
