/// A SHA-256 digest (FIPS 180-4), for formats that require it, such as the content security policy of a page. The
/// host's own comparisons use ``ContentDigest``.
public struct SHA256Digest: Hashable, Sendable {
  private let bytes: [UInt8]

  /// Computes the digest of the bytes.
  public init(of bytes: some Sequence<UInt8>) {
    self.bytes = Sodium.sha256(of: Array(bytes))
  }

  /// The digest in the format of browsers: `sha256-` and base64 (Subresource Integrity, 3.5).
  public var integrity: String { "sha256-\(Sodium.base64(bytes))" }
}
