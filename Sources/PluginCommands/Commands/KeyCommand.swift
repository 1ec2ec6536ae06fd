import CleansePluginHost

/// `host key new`: a key to sign plugins with.
enum KeyCommand: Subcommand {
  static let name = "key"
  static let summary = "make a key to sign plugins with"
  static let operands = "new"
  static let options = OptionTable([.keyFile])
  static let details = [
    "Writes a new secret key to a file that only you may read, and its public half to",
    "a file of the same name with .pub behind it. No file gets overwritten. Whoever",
    "has the secret key can sign in your name: keep it where no plugin runs.",
  ]
  static let examples = ["host key new --output release.key"]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    guard arguments.allOperands == ["new"] else {
      throw UsageError("`host key` knows `new` and nothing else", command: name)
    }
    let file = arguments.value(of: .keyFile) ?? "cleanse.key"
    guard let key = SigningKey() else {
      throw HostFailure("the system has no random numbers for a key")
    }
    try withDocument(for: name) { () throws(DocumentError) in try key.write(to: file) }
    try context.write(key.verificationKey.text + "\n")
    context.tell(lines: [
      "the secret key \(key.verificationKey.identifier) is in \(file), "
        + "the public key in \(file).pub"
    ])
    return .success
  }
}

extension Option {
  static let keyFile = Option(
    "output", placeholder: "FILE", "Where to write the secret key; cleanse.key otherwise")
}
