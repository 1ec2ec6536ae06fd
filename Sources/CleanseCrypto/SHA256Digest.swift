/// SHA-256 (FIPS 180-4), for what has to be named by that digest elsewhere, as by the content-security policy
/// of a page. What this host compares itself is a ``ContentDigest``.
public struct SHA256Digest: Hashable, Sendable {
  private let bytes: [UInt8]

  /// The digest of the bytes.
  public init(of bytes: some Sequence<UInt8>) {
    self.bytes = Sodium.sha256(of: Array(bytes))
  }

  /// The digest as browsers read it: `sha256-` and base64 (Subresource Integrity, 3.5).
  public var integrity: String { "sha256-\(Sodium.base64(bytes))" }
}
