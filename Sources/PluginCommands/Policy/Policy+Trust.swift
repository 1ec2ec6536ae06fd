import CleansePluginHost

extension Policy {
  /// Which plugins may be used.
  ///
  /// - Parameter usesLock: Whether a lock counts; it does not for single files, which are not all that
  ///   it names, and not for the command that writes it.
  /// - Throws: A ``UsageError`` or a ``HostFailure``: where a lock or a key can't be read, nothing is
  ///   done at all.
  func trust(usesLock: Bool = true, for command: String) throws -> TrustPolicy {
    var trust = TrustPolicy()
    trust.allowsInsecure = allowsInsecure.value
    if usesLock, isLocked.value {
      trust.lock = try naming(lockFile) { try LockFile.read(lockFile.value, for: command) }
    }
    guard requiresSigned.value else { return trust }
    trust.trustedKeys = try naming(trustedKeys) {
      try trustedKeys.value.map { file in
        try withDocument(for: command) { () throws(DocumentError) in
          try VerificationKey(contentsOf: file)
        }
      }
    }
    return trust
  }

  /// Adds to a mistake where the file is named, which is not there.
  private func naming<Value, Result>(
    _ setting: Setting<Value>, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch var error as UsageError {
      if let place = setting.origin.place { error.hints.append("\(place) names it") }
      throw error
    }
  }

  /// - Parameter trustedKeys: The keys that the command line names.
  func checkSignatures(trustedKeys named: [String]?, for command: String) throws(UsageError) {
    if requiresSigned.value, trustedKeys.value.isEmpty {
      guard let place = requiresSigned.origin.place else {
        throw UsageError(
          "option --require-signed needs a key to trust",
          hints: ["name its public half with --trust KEYFILE"], command: command)
      }
      throw UsageError(
        "\(place): `trust.requireSigned` needs a key to trust",
        hints: ["name its public half in `trust.trustedKeys`, or with --trust KEYFILE"],
        command: ConfigCommand.name)
    }
    guard named == nil || requiresSigned.value else {
      throw UsageError(
        "option --trust has no effect without --require-signed", command: command)
    }
  }
}
