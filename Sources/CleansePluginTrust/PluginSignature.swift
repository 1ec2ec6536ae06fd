public import CleanseGraphAnalysis
public import CleanseCrypto
import CleanseSupport

/// The detached signature of a plugin, in a file next to it.
///
/// The file is a line of text: `cleanse-signature-1`, the identifier of the key, and the 64 bytes of
/// the signature in base64, separated by spaces. The signature is of a text with the plugin's digest, not of the
/// plugin's bytes. So a caller that has verified the signature only has to compare digests, and the signatures of a
/// key are not valid for any other purpose.
public struct PluginSignature: Hashable, Sendable {
  /// The identifier of the key that the signature names; not verified.
  public let keyIdentifier: String
  private let bytes: [UInt8]

  init(keyIdentifier: String, bytes: [UInt8]) {
    self.keyIdentifier = keyIdentifier
    self.bytes = bytes
  }

  /// Reads a signature file.
  public init(contentsOf path: String) throws(DocumentError) {
    self = try TrustText.read(path, Self.kind, "a signature") { words in
      guard words.count == 2, words[0].utf8.count == 16,
        words[0].utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) }),
        let bytes = Sodium.bytes(base64: words[1]), bytes.count == Sodium.signatureSize
      else { return nil }
      return PluginSignature(keyIdentifier: words[0], bytes: bytes)
    }
  }

  /// The path of a plugin's signature.
  public static func path(for plugin: String) -> String { "\(plugin).sig" }

  /// Whether the signature is valid for contents with that digest, by that key.
  public func isValid(for digest: ContentDigest, by key: VerificationKey) -> Bool {
    Sodium.isSignature(bytes, of: Self.message(for: digest), by: key.bytes)
  }

  /// Writes the file, replacing an existing one. A symbolic link is replaced itself: the user has named the signed file, and
  /// another user can have created a link next to it.
  public func write(to path: String) throws(DocumentError) {
    let directory = FilePath(path).removingLastComponent
    _ = try DocumentFile.target(path)
    try DocumentFile.replace(
      .file((SystemPath.resolved(directory) ?? directory).appending(FilePath(path).name).text),
      with: TrustText.text(
        "Cleanse signature by the key \(keyIdentifier)",
        "\(Self.kind) \(keyIdentifier) \(Sodium.base64(bytes))"), name: path)
  }

  /// The signed text: `cleanse-signature-1`, a line feed, the digest as text, a line feed.
  static func message(for digest: ContentDigest) -> [UInt8] {
    Array("\(kind)\n\(digest)\n".utf8)
  }

  private static let kind = "cleanse-signature-1"
}
