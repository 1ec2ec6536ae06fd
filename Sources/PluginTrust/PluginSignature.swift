public import CleanseCrypto

/// The detached signature of a plugin, in a file beside it.
///
/// The file is a line of text: `cleanse-signature-1`, the identifier of the key, and the 64 bytes of
/// the signature in base64, with spaces between them. What is signed is not the plugin's bytes but a
/// text that holds their digest, so that whoever has checked the signature only has to compare digests
/// from then on, and so that the key's signatures mean nothing for anything else.
public struct PluginSignature: Hashable, Sendable {
  /// Which key claims to have signed.
  public let keyIdentifier: String
  private let bytes: [UInt8]

  init(keyIdentifier: String, bytes: [UInt8]) {
    self.keyIdentifier = keyIdentifier
    self.bytes = bytes
  }

  /// Reads a file.
  public init(contentsOf path: String) throws(DocumentError) {
    self = try TrustText.read(path, Self.kind, "a signature") { words in
      guard words.count == 2, words[0].utf8.count == 16,
        words[0].utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) }),
        let bytes = Sodium.bytes(base64: words[1]), bytes.count == Sodium.signatureSize
      else { return nil }
      return PluginSignature(keyIdentifier: words[0], bytes: bytes)
    }
  }

  /// Where the signature of a plugin lies.
  public static func path(for plugin: String) -> String { "\(plugin).sig" }

  /// Whether the key has signed contents of that digest.
  public func isValid(for digest: ContentDigest, by key: VerificationKey) -> Bool {
    Sodium.isSignature(bytes, of: Self.message(for: digest), by: key.bytes)
  }

  /// Writes the file, in place of an older one.
  public func write(to path: String) throws(DocumentError) {
    try DocumentFile.replace(
      path,
      with: TrustText.text(
        "Cleanse signature by the key \(keyIdentifier)",
        "\(Self.kind) \(keyIdentifier) \(Sodium.base64(bytes))"))
  }

  /// What is signed: `cleanse-signature-1`, a line feed, the text of the digest, a line feed.
  static func message(for digest: ContentDigest) -> [UInt8] {
    Array("\(kind)\n\(digest)\n".utf8)
  }

  private static let kind = "cleanse-signature-1"
}
