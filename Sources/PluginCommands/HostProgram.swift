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
  ///   - surroundings: Where they come from and where the result goes.
  /// - Returns: The exit status; whatever went wrong has been told.
  static func run(_ arguments: [String], in surroundings: Surroundings) async -> ExitStatus {
    do {
      return try await dispatch(arguments, in: surroundings)
    } catch {
      return tell(of: error, in: surroundings)
    }
  }

  /// Tells what stopped a command, in the form that suits it.
  ///
  /// - Returns: The exit status that goes with it.
  static func tell(of error: any Error, in surroundings: Surroundings) -> ExitStatus {
    switch error {
    case let error as UsageError:
      surroundings.tell(lines: error.lines)
      return .usage
    case let error as ValidationError:
      surroundings.tell(error.diagnostics)
      surroundings.tell(lines: [unfit])
      return .findings
    case let error as HostFailure:
      surroundings.tell(lines: error.lines)
    case let error as GraphvizError:
      surroundings.tell(lines: HostFailure(error.message, hints: error.hints).lines)
    case let error as StreamError:
      // A command that stops where its reader does has done what was wanted.
      guard !error.isClosedByReader else { return .success }
      surroundings.tell(lines: ["host: \(error.description)"])
    default:
      surroundings.tell(lines: ["host: \(error)"])
    }
    return .failure
  }

  /// What to tell where nothing can be built of the plugins.
  static let unfit = "host: the plugins don't fit together; nothing was run"

  private static func dispatch(
    _ arguments: [String], in surroundings: Surroundings
  ) async throws -> ExitStatus {
    guard let first = arguments.first else {
      surroundings.tell(HelpText.ofProgram)
      return .usage
    }
    guard !first.hasPrefix("-") else { return try program(arguments, in: surroundings) }
    let command = try Subcommands.named(first)
    let rest = Array(arguments.dropFirst())
    let parsed = try OptionParser(table: command.options, command: command.name).parse(rest)
    if parsed.contains(.help) {
      try surroundings.write(HelpText.of(command))
      return .success
    }
    var surroundings = surroundings
    if command.options.options.contains(.config) {
      surroundings.policy = try Policy(parsed, for: command.name, in: surroundings)
    }
    return try await command.run(parsed, in: surroundings)
  }

  /// The program without a command: `host --help`, `host --version`.
  private static func program(
    _ arguments: [String], in surroundings: Surroundings
  ) throws -> ExitStatus {
    let parsed = try OptionParser(table: options, command: nil).parse(arguments)
    if parsed.contains(.help) {
      try surroundings.write(HelpText.ofProgram)
      return .success
    }
    guard parsed.contains(.version) else {
      throw UsageError("a command has to come first")
    }
    try surroundings.write(Version.report(for: Version.architecture))
    return .success
  }
}
