package import CleanseCrypto

/// A shared library that the dynamic linker may map for a plugin, on this machine or on one with another
/// processor.
package struct NeededLibrary: Hashable, Codable, Sendable {
  /// The path where the dynamic linker finds it; it may have symbolic links.
  package let path: String
  /// The stamp of the inspected file.
  package let stamp: FileStamp
  /// The digest of the file; nil for a system library, which neither locks nor signatures cover.
  package let digest: ContentDigest?

  package init(path: String, stamp: FileStamp, digest: ContentDigest?) {
    (self.path, self.stamp, self.digest) = (path, stamp, digest)
  }
}
