import CleanseFindingReports
import CleansePluginHost
import CleanseSupport

extension Policy {
  /// Creates the effective policy for a command in a context.
  ///
  /// - Parameter last: The absolute path of the last directory that is searched for a policy file.
  /// - Throws: A ``UsageError`` for invalid options, or for a policy file that is invalid, can't be read or must not be trusted.
  ///   The command is not run then.
  init(
    _ arguments: ParsedArguments, for command: String, in context: CommandContext,
    searchingUpTo last: String = "/"
  ) throws {
    let file = try Self.file(arguments, for: command, in: context, upTo: last)
    try self.init(arguments, for: command, in: context, file: file)
  }

  /// Creates the effective policy for a command in a context, with a policy file that was read before.
  ///
  /// - Throws: A ``UsageError`` for invalid options.
  init(
    _ arguments: ParsedArguments, for command: String, in context: CommandContext,
    file: PolicyFile?
  ) throws {
    let options = try PolicyArguments(arguments, for: command)
    self.init(
      options, environment: context.environment, file: file, directories: context.tool.directories)
    selection =
      arguments.value(of: .config).map { ["--config", $0] }
      ?? (arguments.contains(.noConfig) ? ["--no-config"] : [])
    configuration.hasOptions = context.hasOptions
    requestedTypes = context.tool.requestedTypes
    try checkSignatures(trustedKeys: options.trustedKeys, for: command)
  }

  private static func file(
    _ arguments: ParsedArguments, for command: String, in context: CommandContext,
    upTo last: String
  ) throws -> PolicyFile? {
    let named = arguments.value(of: .config)
    guard !arguments.contains(.noConfig) else {
      guard named == nil else {
        throw UsageError("options --config and --no-config can't be combined", command: command)
      }
      return nil
    }
    if let named {
      guard !named.isEmpty else {
        throw UsageError("option --config requires the name of a file", command: command)
      }
      // The user who names a file is responsible for it, as with lock files and keys.
      return try reading(PolicyFile(contentsOf: named), for: command)
    }
    let search = try translating(
      PolicySearch.file(
        named: context.names.policyFile, from: context.workingDirectory, upTo: last)
    ) { (error: CommandFailure) in
      CommandFailure(error.message, hints: context.hasOptions ? [alternatives] : [])
    }
    guard let found = search else { return nil }
    return try trusted(found, in: context)
  }

  /// Reads a file that the search found, and which other users may have placed there.
  private static func trusted(
    _ found: PolicySearch.Found, in context: CommandContext
  ) throws -> PolicyFile {
    let weaknesses = FilePermissions.weaknesses(of: found.path)
    let outcome = Result { () throws(PolicyFileError) in
      try PolicyFile(contentsOf: found.path, name: found.name)
    }
    if case .failure(let error) = outcome, error.cause != .mistake {
      throw UsageError(
        error.message, hints: context.hasOptions ? [withoutIt] : [], command: ConfigCommand.name)
    }
    guard weaknesses.isEmpty else {
      let hints =
        context.hasOptions
        ? [
          "the host neither uses nor ignores it; after checking its contents, "
            + "pass `--config \(found.name)` to use it",
          withoutIt,
        ] : ["it is neither used nor ignored; check its contents, and correct the permissions"]
      throw UsageError(
        "\(found.name) can be changed by users other than root and the user who runs the host",
        hints: weaknesses + hints, command: ConfigCommand.name)
    }
    return try reading(outcome.get(), for: ConfigCommand.name)
  }

  private static let withoutIt = "pass `--no-config` to run without it"

  private static let alternatives =
    "name a file with `--config FILE`, or pass `--no-config` to run without one"

  private static func reading(
    _ file: @autoclosure () throws(PolicyFileError) -> PolicyFile, for command: String
  ) throws -> PolicyFile {
    do throws(PolicyFileError) {
      return try file()
    } catch {
      switch error.cause {
      case .missing: throw UsageError(error.message, command: command)
      case .mistake, .unreadable: throw UsageError(error.message, command: ConfigCommand.name)
      }
    }
  }
}
