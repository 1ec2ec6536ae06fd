import PluginFiles
import PluginMetadata
public import CleanseGraph

extension Diagnostic.Code {
  /// Others than root and the user who runs the host can change a plugin.
  public static let pluginInsecurePermissions: Self = "plugin/insecure-permissions"
  /// A plugin is not the one that the lock names.
  public static let pluginLockMismatch: Self = "plugin/lock-mismatch"
  /// A plugin that the lock names is not there.
  public static let pluginLockedPluginMissing: Self = "plugin/locked-plugin-missing"
  /// The lock does not name a plugin.
  public static let pluginNotLocked: Self = "plugin/not-locked"
  /// A plugin has no signature.
  public static let pluginUnsigned: Self = "plugin/unsigned"
  /// A plugin has a signature that can't be read, or that belongs to other contents.
  public static let pluginInvalidSignature: Self = "plugin/invalid-signature"
  /// A plugin is signed by a key that is not trusted.
  public static let pluginUntrustedSignature: Self = "plugin/untrusted-signature"
}

extension Diagnostic {
  /// - Parameter predicate: What is wrong, as the rest of a sentence that begins with the file's path.
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
      "can be changed by others than root and the user who runs the host",
      severity: severity, notes: weaknesses.map { Note($0.description) },
      fix: """
        make sure that they are what they should be, then take the rights of others away, as with \
        `chmod go-w`, or move the plugin; `namei -l` with a path shows who may do what on the way to it
        """)
  }

  static func lockedDrift(_ plugin: PluginDescription, _ drift: [PluginLock.Drift]) -> Diagnostic {
    untrusted(
      .pluginLockMismatch, plugin, "is not the plugin that was locked",
      notes: drift.map { Note($0.description) },
      fix: "put the locked one back; or, if this one is meant, write the lock anew: `host lock`",
      arguments: drift.map { .init("field", $0.field) })
  }

  static func notLocked(_ plugin: PluginDescription) -> Diagnostic {
    untrusted(
      .pluginNotLocked, plugin, "is not in the lock",
      fix: "remove it; or, if it is meant to be used, write the lock anew: `host lock`")
  }

  static func lockedMissing(_ entry: PluginLock.Entry) -> Diagnostic {
    Diagnostic(
      .pluginLockedPluginMissing, .error,
      "\(entry.identifier) \(entry.version) is in the lock, and no such plugin is there",
      provenance: Provenance(origin: entry.identifier),
      notes: [Note("it was locked as \(entry.file)")],
      fix: "put it back; or, if it is to be gone, write the lock anew: `host lock`",
      arguments: [.init("identifier", entry.identifier)])
  }

  static func unsigned(_ plugin: PluginDescription, _ file: SignedFile) -> Diagnostic {
    untrusted(
      .pluginUnsigned, plugin, "\(file.subject)is not signed: there is no \(file.signaturePath)",
      fix: "get the signature from where the plugin comes from, or sign it: `host sign`",
      arguments: file.arguments)
  }

  static func unreadableSignature(
    _ plugin: PluginDescription, _ file: SignedFile, _ error: DocumentError
  ) -> Diagnostic {
    untrusted(
      .pluginInvalidSignature, plugin, "\(file.subject)has a signature that can't be used",
      notes: [Note(error.message)],
      fix: "get the signature anew from where the plugin comes from, or sign it: `host sign`",
      arguments: file.arguments)
  }

  static func badSignature(
    _ plugin: PluginDescription, _ file: SignedFile, _ key: String
  ) -> Diagnostic {
    untrusted(
      .pluginInvalidSignature, plugin, "\(file.subject)is not what was signed",
      notes: [
        Note("\(file.signaturePath) claims to be by the key \(key), and does not fit the file")
      ],
      fix: """
        get plugin and signature anew from where they come from; if you have built it anew yourself, \
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
      fix: "trust that key, once you know whose it is, or have the plugin signed by one that is",
      arguments: file.arguments + [.init("key", key)])
  }
}

extension SignedFile {
  /// What comes between the plugin's path and the predicate.
  fileprivate var subject: String { library.map { "brings \($0), which " } ?? "" }

  fileprivate var arguments: [Diagnostic.Argument] {
    library.map { [.init("library", lastComponent(of: $0))] } ?? []
  }
}
