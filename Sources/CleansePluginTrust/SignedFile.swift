import CleanseCrypto

/// A file that has to be signed: a plugin, or a library that it needs.
struct SignedFile {
  /// The path without symbolic links.
  let path: String
  /// The digest of the file; nil if it could not be read as a whole.
  let digest: ContentDigest?
  /// The path where the dynamic linker finds the library; nil for a plugin.
  var library: String?

  /// The path of the signature.
  var signaturePath: String { PluginSignature.path(for: path) }
}
