public import CleanseGraphAnalysis
import CleanseCrypto

/// The public half of a ``SigningKey`` (Ed25519, RFC 8032), which verifies signatures.
///
/// Its file is a line of text: `cleanse-public-key-1`, a space, and the 32 bytes in base64.
public struct VerificationKey: Hashable, Sendable {
  let bytes: [UInt8]

  init?(bytes: [UInt8]) {
    guard bytes.count == Sodium.publicKeySize else { return nil }
    self.bytes = bytes
  }

  /// Reads a key file.
  public init(contentsOf path: String) throws(DocumentError) {
    self = try TrustText.read(path, Self.kind, "a public key") { words in
      words.count == 1 ? Sodium.bytes(base64: words[0]).flatMap(VerificationKey.init(bytes:)) : nil
    }
  }

  /// The identifier in messages and signatures: the first 16 digits of the key's ``ContentDigest``. It is not used
  /// for verification.
  public var identifier: String { String(ContentDigest(of: bytes).digits.prefix(16)) }

  /// The line of the file.
  public var text: String { "\(Self.kind) \(Sodium.base64(bytes))" }

  /// Writes a new file.
  public func write(to path: String) throws(DocumentError) {
    try DocumentFile.create(
      path, with: TrustText.text("Cleanse public key \(identifier)", text), mode: 0o666)
  }

  private static let kind = "cleanse-public-key-1"
}
