public import CleanseGraphAnalysis
public import CleanseCrypto
import CleanseSupport
import Glibc

/// A secret key that signs plugins (Ed25519, RFC 8032).
///
/// Its file is a line of text: `cleanse-secret-key-1`, a space, and the 32 bytes of the seed in base64.
/// It is not encrypted; only its permissions protect it.
public struct SigningKey: Sendable {
  private let seed: [UInt8]
  /// The public half.
  public let verificationKey: VerificationKey

  /// Generates a key. Returns nil if the system has no random numbers.
  public init?() {
    guard let seed = Sodium.randomBytes(count: Sodium.seedSize) else { return nil }
    self.init(seed: seed)
  }

  init?(seed: [UInt8]) {
    guard seed.count == Sodium.seedSize,
      let key = VerificationKey(bytes: Sodium.publicKey(ofSeed: seed))
    else { return nil }
    self.seed = seed
    verificationKey = key
  }

  /// Reads a key file, which has to belong to root or the user, and which only its owner and root may be able to read.
  /// Another owner knows the key, and can sign with it.
  public init(contentsOf path: String) throws(DocumentError) {
    self = try TrustText.read(path, Self.kind, "a secret key") { words in
      words.count == 1 ? Sodium.bytes(base64: words[0]).flatMap(SigningKey.init(seed:)) : nil
    }
    var status = stat()
    let isKnown = unsafe stat(path, &status) == 0
    guard !isKnown || UserIdentity.current.isSelfOrRoot(status.st_uid) else {
      throw DocumentError(
        path: path,
        message: "\(path) is a secret key of user \(status.st_uid)",
        fix: "sign with a key of your own: `host key new --output KEYFILE` creates one")
    }
    guard isKnown, status.st_mode & 0o077 == 0 else {
      throw DocumentError(
        path: path, message: "\(path) is a secret key that other users may read or write",
        fix: "create a new key; or, if this one has not been read, `chmod 600 \(path)`")
    }
  }

  /// Signs contents by their digest.
  public func signature(of digest: ContentDigest) -> PluginSignature {
    PluginSignature(
      keyIdentifier: verificationKey.identifier,
      bytes: Sodium.signature(of: PluginSignature.message(for: digest), seed: seed))
  }

  /// Writes the secret key to a new file, and the public key next to it, to a file of the same name with the
  /// suffix `.pub`.
  public func write(to path: String) throws(DocumentError) {
    try verificationKey.write(to: "\(path).pub")
    do throws(DocumentError) {
      try DocumentFile.create(
        path,
        with: TrustText.text(
          "Cleanse secret key \(verificationKey.identifier): do not share",
          "\(Self.kind) \(Sodium.base64(seed))"),
        mode: 0o600)
    } catch {
      unsafe unlink("\(path).pub")
      throw error
    }
  }

  private static let kind = "cleanse-secret-key-1"
}
