import CleanseSupport
import CleansePluginHost

/// `host sign`: signs plugins.
enum SignCommand: Subcommand {
  static let name = "sign"
  static let summary = "sign plugins and libraries, so that others can tell whose they are"
  static let operands = "FILE…"
  static let options = OptionTable([.signingKey])
  static let details = [
    "Writes the signature of each plugin or shared library next to it, into a file",
    "of its name followed by .sig. With --require-signed --trust KEYFILE, the other",
    "commands then refuse every plugin without a signature by one of the keys, and",
    "every one that brings a library without one. No code of a plugin runs.",
  ]
  static let examples = [
    "host sign --key release.key plugins/libRedact.so",
    "host sign --key release.key plugins/*.so",
    "host run --require-signed --trust release.key.pub plugins",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    guard let keyFile = arguments.value(of: .signingKey) else {
      throw UsageError(
        "`host sign` needs a secret key",
        hints: ["name it with --key KEYFILE; `host key new` makes one"], command: name)
    }
    guard !arguments.allOperands.isEmpty else {
      throw UsageError("`host sign` needs the file of a plugin", command: name)
    }
    let key = try withDocument(for: name) { () throws(DocumentError) in
      try SigningKey(contentsOf: keyFile)
    }
    var status = ExitStatus.success
    for path in arguments.allOperands {
      let file = PluginFile(path: path, resolvedPath: PluginName.resolvedFile(at: path) ?? path)
      let inspection = PluginInspector(host: .host).inspect(file)
      // Whether this host could use the plugin does not matter: it may be meant for another one.
      guard let digest = inspection.signedDigest else {
        tell(inspection, in: context)
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

  private static func tell(_ inspection: PluginInspection, in context: CommandContext) {
    context.tell(inspection.diagnostics)
    let reason =
      if case .notAPlugin(let kind) = inspection.verdict { ": it is \(kind)" } else { "" }
    context.tell(lines: ["host: \(inspection.file.path) was not signed\(reason)"])
  }
}

extension Option {
  static let signingKey = Option("key", placeholder: "KEYFILE", "The secret key to sign with")
}
