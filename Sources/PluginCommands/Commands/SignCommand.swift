import FindingReports
import CleanseSupport
import CleansePluginHost

/// `host sign`: signs plugins.
enum SignCommand: Subcommand {
  static let name = "sign"
  static let group = CommandGroup.trust
  static let summary = "Sign plugins and libraries"
  static let operands = "FILE..."
  static let options = OptionTable([.signingKey])
  static let details = [
    "Writes the signature of each plugin or shared library to a file next to it, with",
    "the suffix .sig. With --require-signed --trust KEYFILE, the other commands then",
    "reject every plugin that is not signed by one of the keys, or that loads an",
    "unsigned library. No code of a plugin runs.",
  ]
  static let examples = [
    "\(Tool.name) sign --key release.key plugins/libRedact.so",
    "\(Tool.name) sign --key release.key plugins/*.so",
    "\(Tool.name) run --require-signed --trust release.key.pub plugins",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    guard let keyFile = arguments.value(of: .signingKey) else {
      throw UsageError(
        "`\(Tool.name) sign` requires a secret key",
        hints: ["name it with --key KEYFILE; `\(Tool.name) key new` creates one"], command: name)
    }
    guard !arguments.allOperands.isEmpty else {
      throw UsageError("`\(Tool.name) sign` requires the file of a plugin", command: name)
    }
    let key = try withDocument(for: name) { () throws(DocumentError) in
      try SigningKey(contentsOf: keyFile)
    }
    var status = ExitStatus.success
    for path in arguments.allOperands {
      let file = PluginFile(path: path, resolvedPath: PluginName.resolvedFile(at: path) ?? path)
      let inspection = PluginInspector(host: .host).inspect(file)
      // The plugin need not be usable by this host: it may be meant for a different one.
      guard let digest = inspection.signedDigest else {
        report(inspection, in: context)
        status = .findings
        continue
      }
      let signatureFile = PluginSignature.path(for: file.resolvedPath)
      try withDocument(for: name) { () throws(DocumentError) in
        try key.signature(of: digest).write(to: signatureFile)
      }
      try context.write(PlainText.escaped("signed \(path): \(signatureFile)") + "\n")
    }
    return status
  }

  private static func report(_ inspection: PluginInspection, in context: CommandContext) {
    context.report(inspection.diagnostics)
    let reason =
      if case .notAPlugin(let kind) = inspection.verdict { ": it is \(kind)" } else { "" }
    context.report(lines: ["\(Tool.name): \(inspection.file.path) was not signed\(reason)"])
  }
}

extension Option {
  static let signingKey = Option(
    "key", placeholder: "KEYFILE", "Sign with the secret key in KEYFILE")
}
