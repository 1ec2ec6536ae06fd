import CleanseFindingReports
import CleanseSupport
import CleansePluginHost
import CleanseGraphAnalysis

/// `host sign`: signs plugins.
enum SignCommand: Subcommand {
  static let name = "sign"
  static let summary = "Sign plugins and libraries"
  static let operands = "FILE..."
  static let options = OptionTable([.signingKey, .anyFile])
  static let details = [
    "Writes the signature of each plugin or shared library to a file next to it, with",
    "the suffix .sig. With --require-signed --trust KEYFILE, the other commands then",
    "reject every plugin that is not signed by one of the keys, or that loads an",
    "unsigned library. No code of a plugin runs. With --any, signs files of any kind,",
    "such as a list of checksums. Check them with `host verify`.",
  ]
  static let examples = [
    "host sign --key release.key plugins/libRedact.so",
    "host sign --key release.key plugins/*.so",
    "host sign --key release.key --any SHA256SUMS",
    "host run --require-signed --trust release.key.pub plugins",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    guard let keyFile = arguments.value(of: .signingKey) else {
      throw UsageError(
        "`host sign` requires a secret key",
        hints: ["name it with --key KEYFILE; `host key new` creates one"], command: name)
    }
    guard !arguments.allOperands.isEmpty else {
      throw UsageError("`host sign` requires the file of a plugin", command: name)
    }
    let key = try withDocument(SigningKey(contentsOf: keyFile), for: name)
    var status = ExitStatus.success
    for path in arguments.allOperands {
      let file = PluginFile(path: path, resolvedPath: PluginName.resolvedFile(at: path) ?? path)
      guard let digest = digest(of: file, isAny: arguments.contains(.anyFile), in: context) else {
        status = .findings
        continue
      }
      let signatureFile = PluginSignature.path(for: file.resolvedPath)
      try withDocument(key.signature(of: digest).write(to: signatureFile), for: name)
      try context.write(PlainText.escaped("signed \(path): \(signatureFile)") + "\n")
    }
    return status
  }

  /// The digest to sign; nil, with a report, if the file can't be signed.
  private static func digest(
    of file: PluginFile, isAny: Bool, in context: CommandContext
  ) -> ContentDigest? {
    guard !isAny else {
      do throws(FileDefect) {
        return try RegularFile(file).digest()
      } catch {
        context.report(message: "\(file.path) was not signed: it \(error.predicate)")
        return nil
      }
    }
    let inspection = PluginInspector(host: .host).inspect(file)
    // The plugin need not be usable by this host: it may be meant for a different one.
    if let digest = inspection.signedDigest { return digest }
    context.report(inspection.diagnostics)
    let reason =
      if case .notAPlugin(let kind) = inspection.outcome { ": it is \(kind)" } else { "" }
    context.report(message: "\(file.path) was not signed\(reason)")
    return nil
  }
}

extension Option {
  static let signingKey = Option(
    "key", placeholder: "KEYFILE", "Sign with the secret key in KEYFILE")
  static let anyFile = Option("any", "Sign files of any kind")
}
