import CleanseCrypto

/// A file that has to be signed: a plugin, or a library that it brings.
struct SignedFile {
  /// Where it is, without symbolic links.
  let path: String
  /// What it holds; nil where that could not be read as a whole.
  let digest: ContentDigest?
  /// The path that the dynamic linker finds it at, if it is a library.
  var library: String?

  /// Where its signature is.
  var signaturePath: String { PluginSignature.path(for: path) }
}
