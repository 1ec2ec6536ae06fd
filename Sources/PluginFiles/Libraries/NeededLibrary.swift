package import CleanseCrypto

/// A shared library that the dynamic linker may map for a plugin: on this machine, or on one with another
/// processor.
package struct NeededLibrary: Hashable, Codable, Sendable {
  /// Where the dynamic linker finds it, which need not be without symbolic links.
  package let path: String
  /// Which file was inspected there.
  package let stamp: FileStamp
  /// What the file held; nil for a library of the system, which neither a lock nor a signature covers.
  package let digest: ContentDigest?

  package init(path: String, stamp: FileStamp, digest: ContentDigest?) {
    (self.path, self.stamp, self.digest) = (path, stamp, digest)
  }
}
