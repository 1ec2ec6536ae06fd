package import CleanseCrypto

/// What an inspection found out about the digest of a plugin's file.
package enum FileDigest: Hashable, Sendable {
  /// The digest of the bytes that were inspected.
  case known(ContentDigest)
  /// Nothing, as it was not needed: the stamp of the file shows any change.
  case left
  /// There is none: the file is not a plugin, or could not be read as a whole.
  case missing
}
