import CleansePluginHost

extension Option {
  static let allowInsecure = Option(
    "allow-insecure", "Use plugins that others can change, with a warning")
  static let locked = Option(
    "locked", placeholder: "FILE", isValueOptional: true,
    "Refuse what \(LockFile.standard), or FILE, does not name")
  static let requireSigned = Option("require-signed", "Refuse what no trusted key has signed")
  static let trust = Option("trust", placeholder: "KEYFILE", "Trust a public key; may be repeated")

  /// What every command takes that lists or loads plugins.
  static let trusting = [allowInsecure, locked, requireSigned, trust]
}

extension TrustPolicy {
  /// What the options ask for.
  ///
  /// - Throws: A ``UsageError`` or a ``HostFailure``: where a lock or a key can't be read, nothing is
  ///   done at all.
  init(_ arguments: ParsedArguments, for command: String) throws {
    self.init()
    allowsInsecure = arguments.contains(.allowInsecure)
    if arguments.contains(.locked) {
      lock = try LockFile.read(
        arguments.value(of: .locked) ?? LockFile.standard, for: command)
    }
    let files = arguments.values[.trust] ?? []
    guard arguments.contains(.requireSigned) == !files.isEmpty else {
      throw files.isEmpty
        ? UsageError(
          "option --require-signed needs a key to trust",
          hints: ["name its public half with --trust KEYFILE"], command: command)
        : UsageError(
          "option --trust has no effect without --require-signed", command: command)
    }
    guard !files.isEmpty else { return }
    trustedKeys = try files.map { file in
      try trusting(for: command) { () throws(TrustFileError) in
        try VerificationKey(contentsOf: file)
      }
    }
  }
}
