import CleansePluginHost

extension Policy {
  /// What is in effect for a command that was started in these context.
  ///
  /// - Throws: A ``UsageError`` for options or a policy file that make no sense, or a ``HostFailure``
  ///   for a file that can't be read or must not be believed: nothing is done then at all.
  init(
    _ arguments: ParsedArguments, for command: String, in context: CommandContext
  ) throws {
    let said = try PolicyArguments(arguments, for: command)
    self.init(
      said, environment: context.environment,
      file: try Self.file(arguments, for: command, in: context))
    try checkSignatures(trustedKeys: said.trustedKeys, for: command)
  }

  private static func file(
    _ arguments: ParsedArguments, for command: String, in context: CommandContext
  ) throws -> PolicyFile? {
    let named = arguments.value(of: .config)
    guard !arguments.contains(.noConfig) else {
      guard named == nil else {
        throw UsageError("options --config and --no-config don't go together", command: command)
      }
      return nil
    }
    if let named {
      guard !named.isEmpty else {
        throw UsageError("option --config lacks the name of a file", command: command)
      }
      // Who names a file answers for it, as with locks and keys.
      return try reading(command) { () throws(PolicyFileError) in
        try PolicyFile(contentsOf: named)
      }
    }
    guard let found = try PolicySearch.file(from: context.workingDirectory) else {
      return nil
    }
    return try believing(found)
  }

  /// Reads a file that nobody has named, which others may have put there.
  private static func believing(_ found: PolicySearch.Found) throws -> PolicyFile {
    let weaknesses = FilePermissions.weaknesses(of: found.path)
    let outcome = Result { () throws(PolicyFileError) in
      try PolicyFile(contentsOf: found.path, name: found.name)
    }
    if case .failure(let error) = outcome, error.cause != .mistake {
      throw HostFailure(error.message, hints: [withoutIt])
    }
    guard weaknesses.isEmpty else {
      throw HostFailure(
        "\(found.name) can be changed by users other than root and the user who runs the host",
        hints: weaknesses + [
          "it is not used, and nothing is done without it; once you know what it says, "
            + "`--config \(found.name)` uses it all the same",
          withoutIt,
        ])
    }
    return try reading(ConfigCommand.name) { () throws(PolicyFileError) in try outcome.get() }
  }

  private static let withoutIt = "`--no-config` goes without it"

  private static func reading(
    _ command: String, _ body: () throws(PolicyFileError) -> PolicyFile
  ) throws -> PolicyFile {
    do throws(PolicyFileError) {
      return try body()
    } catch {
      switch error.cause {
      case .missing: throw UsageError(error.message, command: command)
      case .mistake: throw UsageError(error.message, command: ConfigCommand.name)
      case .unreadable: throw HostFailure(error.message)
      }
    }
  }
}
