import CleanseSupport
import CleanseGraphAnalysis
import CleansePluginFiles
import CleansePluginMetadata
public import CleanseGraph

extension Diagnostic.Code {
  /// Users other than root and the user who runs the host can change a plugin.
  public static let pluginInsecurePermissions: Self = "plugin/insecure-permissions"
  /// A compiler of another patch level than the host's built a plugin that is used nevertheless.
  public static let pluginOtherCompiler: Self = "plugin/other-compiler"
  /// A plugin does not match the lock.
  public static let pluginLockMismatch: Self = "plugin/lock-mismatch"
  /// A plugin in the lock was not found.
  public static let pluginLockedPluginMissing: Self = "plugin/locked-plugin-missing"
  /// The lock does not name a plugin.
  public static let pluginNotLocked: Self = "plugin/not-locked"
  /// A plugin has no signature.
  public static let pluginUnsigned: Self = "plugin/unsigned"
  /// A plugin has a signature that is malformed, or that does not match its contents.
  public static let pluginInvalidSignature: Self = "plugin/invalid-signature"
  /// A plugin is signed by a key that is not trusted.
  public static let pluginUntrustedSignature: Self = "plugin/untrusted-signature"
}

extension Diagnostic {
  /// - Parameter predicate: The message, as a predicate whose subject is the file's path.
  private static func untrusted(
    _ code: Code, _ plugin: PluginDescription, _ predicate: String, severity: Severity = .error,
    notes: [Note] = [], fix: String, arguments: [Argument] = []
  ) -> Diagnostic {
    Diagnostic(
      code, severity, "\(plugin.file) \(predicate)",
      provenance: Provenance(origin: plugin.manifest.identifier), notes: notes, fix: fix,
      arguments: [.file(plugin.file)] + arguments)
  }

  static func insecure(
    _ plugin: PluginDescription, _ weaknesses: [PathPermissions.Weakness], severity: Severity
  ) -> Diagnostic {
    untrusted(
      .pluginInsecurePermissions, plugin,
      "can be changed by users other than root and the user who runs the host",
      severity: severity, notes: weaknesses.map { Note($0.description) },
      fix: PathPermissions.Weakness.fix(of: weaknesses))
  }

  static func otherCompiler(
    _ plugin: PluginDescription, compiler: String, host: String
  ) -> Diagnostic {
    untrusted(
      .pluginOtherCompiler, plugin, "was built by another compiler than the host",
      severity: .warning,
      notes: [Note("the host was built by \(host), the plugin by \(compiler)")],
      fix:
        "rebuild the plugin with the compiler of the host: Swift promises no stable ABI on Linux",
      arguments: [.init("compiler", compiler)])
  }

  /// - Parameter update: The command that updates the lock.
  static func lockedDrift(
    _ plugin: PluginDescription, _ drift: [PluginLock.Drift], update: String
  ) -> Diagnostic {
    untrusted(
      .pluginLockMismatch, plugin, "does not match the lock",
      notes: drift.map { Note($0.description) },
      fix: "restore the locked plugin; or, if the change is intended, update the lock: `\(update)`",
      arguments: drift.map { .init("field", $0.field) })
  }

  static func notLocked(_ plugin: PluginDescription, update: String) -> Diagnostic {
    untrusted(
      .pluginNotLocked, plugin, "is not in the lock",
      fix: "remove it; or, if it is to be used, update the lock: `\(update)`")
  }

  static func lockedMissing(_ entry: PluginLock.Entry, update: String) -> Diagnostic {
    Diagnostic(
      .pluginLockedPluginMissing, .error,
      "\(entry.identifier) \(entry.version) is in the lock, but was not found",
      provenance: Provenance(origin: entry.identifier),
      notes: [Note("it was locked as \(entry.file)")],
      fix: "restore it; or, if the removal is intended, update the lock: `\(update)`",
      arguments: [.init("identifier", entry.identifier)])
  }

  static func unsigned(_ plugin: PluginDescription, _ file: SignedFile) -> Diagnostic {
    untrusted(
      .pluginUnsigned, plugin, "\(file.subject)is not signed: there is no \(file.signaturePath)",
      fix: "get the signature from the plugin's vendor, or sign it: `host sign`",
      arguments: file.arguments)
  }

  static func unreadableSignature(
    _ plugin: PluginDescription, _ file: SignedFile, _ error: DocumentError
  ) -> Diagnostic {
    untrusted(
      .pluginInvalidSignature, plugin, "\(file.subject)has an unreadable signature",
      notes: [Note(error.message)],
      fix: "get the signature again from the plugin's vendor, or sign it: `host sign`",
      arguments: file.arguments)
  }

  static func badSignature(
    _ plugin: PluginDescription, _ file: SignedFile, _ key: String
  ) -> Diagnostic {
    untrusted(
      .pluginInvalidSignature, plugin, "\(file.subject)does not match its signature",
      notes: [
        Note(
          "the signature in \(file.signaturePath) does not verify with the key \(key) that it names"
        )
      ],
      fix: """
        get the plugin and its signature again from the vendor; if you have rebuilt it yourself, \
        sign it again: `host sign`
        """, arguments: file.arguments + [.init("key", key)])
  }

  static func foreignSignature(
    _ plugin: PluginDescription, _ file: SignedFile, _ key: String, trusted: [VerificationKey]
  ) -> Diagnostic {
    untrusted(
      .pluginUntrustedSignature, plugin,
      "\(file.subject)is signed by the key \(key), which is not trusted",
      notes: Abridgement.notes(trusted, of: trusted.count, "keys are trusted") {
        Note("the key \($0.identifier) is trusted")
      },
      fix: "verify the owner of that key and trust it, or have the plugin signed by a trusted key",
      arguments: file.arguments + [.init("key", key)])
  }
}

extension SignedFile {
  /// The text between the plugin's path and the predicate; empty for the plugin itself.
  fileprivate var subject: String { library.map { "needs \($0), which " } ?? "" }

  fileprivate var arguments: [Diagnostic.Argument] {
    library.map { [.init("library", lastComponent(of: $0))] } ?? []
  }
}
