import CleanseSupport
import CleanseFindingReports
import CleansePluginHost

extension Policy {
  /// Returns the policy for which plugins may be used.
  ///
  /// - Parameters:
  ///   - usesLock: Whether the lock file applies. It does not apply to single files, which are only a
  ///     part of what it lists, nor to commands that write it or compare with it.
  ///   - operands: The plugin directories that the command line names.
  /// - Throws: A ``UsageError`` or a ``CommandFailure`` if a lock file or a key can't be read. The command is not
  ///   run then.
  func trust(
    usesLock: Bool = true, of operands: [String] = [], for command: String
  ) throws -> TrustPolicy {
    var trust = TrustPolicy()
    trust.allowsInsecure = allowsInsecure.value
    trust.allowsSimilarCompiler = allowsSimilarCompiler.value
    if usesLock, isLocked.value {
      trust.lockCommand = lockCommand(operands)
      trust.lock = try naming(lockFile.origin == .standard ? isLocked.origin : lockFile.origin) {
        try PluginLock.read(lockFile.value, createdBy: trust.lockCommand, for: command)
      }
    }
    guard requiresSigned.value else { return trust }
    trust.trustedKeys = try naming(trustedKeys.origin) {
      try trustedKeys.value.map { file in
        try withDocument(VerificationKey(contentsOf: file), for: command)
      }
    }
    return trust
  }

  /// The policy for copies of plugins whose originals have been checked.
  var trustInCopies: TrustPolicy {
    var trust = TrustPolicy()
    trust.allowsSimilarCompiler = allowsSimilarCompiler.value
    return trust
  }

  /// The command that writes the lock file, as a shell takes it. The settings name what the command line does not.
  private func lockCommand(_ operands: [String]) -> String {
    let file = lockFile.origin == .arguments ? ["--output", lockFile.value] : []
    return (["host", "lock"] + selection + file + operands).map(PluginSDK.quoted)
      .joined(separator: " ")
  }

  /// Adds a hint to a usage error: the location of the setting that requires the file.
  private func naming<Result>(
    _ origin: SettingOrigin, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch var error as UsageError {
      if let location = origin.location { error.hints.append("\(location) requires it") }
      throw error
    }
  }

  /// Checks that required signatures and trusted keys are set together.
  ///
  /// - Parameter trustedKeys: The keys on the command line.
  func checkSignatures(trustedKeys named: [String]?, for command: String) throws(UsageError) {
    if requiresSigned.value, trustedKeys.value.isEmpty {
      guard let location = requiresSigned.origin.location else {
        throw UsageError(
          "option --require-signed requires a trusted key",
          hints: ["name a public key with --trust KEYFILE"], command: command)
      }
      throw UsageError(
        "\(location): `trust.requireSigned` requires a trusted key",
        hints: [
          "name a public key in `trust.trustedKeys`"
            + (configuration.hasOptions ? ", or with --trust KEYFILE" : "")
        ],
        command: ConfigCommand.name)
    }
    guard named == nil || requiresSigned.value else {
      throw UsageError(
        "option --trust has no effect without --require-signed", command: command)
    }
  }
}
