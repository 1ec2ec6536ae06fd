import CleanseSupport
import CleansePluginHost
import CleanseGraphAnalysis
import CleanseFindingReports

/// `host verify`: checks the signatures of files.
enum VerifyCommand: Subcommand {
  static let name = "verify"
  static let summary = "Check the signatures of files"
  static let operands = "FILE..."
  static let options = OptionTable([.verificationKey])
  static let details = [
    "Compares each file, a plugin or any other, with the signature next to it, which",
    "has to be by one of the keys. `host sign` writes such signatures. No code of",
    "a plugin runs.",
  ]
  static let examples = [
    "host verify --key release.key.pub SHA256SUMS",
    "host verify --key release.key.pub plugins/*.so",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    guard let keyFiles = arguments.values[.verificationKey] else {
      throw UsageError(
        "`host verify` requires a public key", hints: ["name it with --key KEYFILE"],
        command: name)
    }
    guard !arguments.allOperands.isEmpty else {
      throw UsageError("`host verify` requires a file", command: name)
    }
    let keys = try keyFiles.map { try withDocument(VerificationKey(contentsOf: $0), for: name) }
    var status = ExitStatus.success
    for path in arguments.allOperands {
      switch signer(of: path, among: keys) {
      case .success(let key):
        try context.write(
          PlainText.escaped("\(path) is signed by the key \(key.identifier)") + "\n")
      case .failure(let error):
        context.report(message: "\(path) \(error.predicate)")
        status = .findings
      }
    }
    return status
  }

  /// The key that has signed a file.
  private static func signer(
    of path: String, among keys: [VerificationKey]
  ) -> Result<VerificationKey, Unverified> {
    let file = PluginFile(path: path, resolvedPath: PluginName.resolvedFile(at: path) ?? path)
    let digest: ContentDigest
    do throws(FileDefect) {
      digest = try RegularFile(file).digest()
    } catch {
      return .failure(Unverified(predicate: error.predicate))
    }
    let signature = PluginSignature.path(for: file.resolvedPath)
    switch SignatureOutcome(ofFile: file.resolvedPath, digest, keys: keys) {
    case .valid(let key): return .success(key)
    case .unsigned:
      return .failure(Unverified(predicate: "is not signed: there is no \(signature)"))
    case .unreadable(let error):
      return .failure(Unverified(predicate: "has an unreadable signature: \(error.message)"))
    case .untrusted(let key):
      return .failure(Unverified(predicate: "is signed by another key, \(key)"))
    case .invalid(let key):
      return .failure(Unverified(predicate: "does not match its signature by the key \(key)"))
    }
  }

  /// The reason why a file is not verified, as a predicate whose subject is the file's path.
  private struct Unverified: Error {
    let predicate: String
  }
}

extension Option {
  static let verificationKey = Option(
    "key", placeholder: "KEYFILE", "Accept signatures by this public key (repeatable)")
}
