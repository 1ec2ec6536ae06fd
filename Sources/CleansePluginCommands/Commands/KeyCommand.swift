import CleanseSupport
import CleanseFindingReports
import CleansePluginHost

/// `host key new`: creates a signing key.
enum KeyCommand: Subcommand {
  static let name = "key"
  static let summary = "Create a signing key"
  static let operands = "new"
  static let options = OptionTable([.keyFile])
  static let details = [
    "Writes a new secret key to a file that only you may read, and the public key to",
    "a file of the same name with the suffix .pub. Existing files are not",
    "overwritten. Anyone with the secret key can sign in your name: keep it where no",
    "plugin runs.",
  ]
  static let statuses = StatusMeanings.work
  static let examples = ["host key new --output release.key"]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    guard arguments.allOperands == ["new"] else {
      throw UsageError("`host key` requires the action `new`", command: name)
    }
    let file = arguments.value(of: .keyFile) ?? "cleanse.key"
    guard let key = SigningKey() else {
      throw CommandFailure("the system provides no random numbers for a key")
    }
    try withDocument(key.write(to: file), for: name)
    try context.write(key.verificationKey.text + "\n")
    context.report(lines: [
      "wrote secret key \(key.verificationKey.identifier) to \(file), "
        + "public key to \(file).pub"
    ])
    return .success
  }
}

extension Option {
  static let keyFile = Option(
    "output", placeholder: "FILE", "Write the secret key to FILE (default: cleanse.key)")
}
