package import CleanseCrypto
package import CleanseGraphAnalysis

/// The result of comparing a file with the signature next to it.
package enum SignatureOutcome: Sendable {
  /// The signature is valid, by this trusted key.
  case valid(VerificationKey)
  /// There is no signature.
  case unsigned
  /// The file of the signature can't be read, or is not one.
  case unreadable(DocumentError)
  /// The signature is by a key that is not trusted.
  case untrusted(keyIdentifier: String)
  /// The signature does not verify with the key that it names.
  case invalid(keyIdentifier: String)

  /// Reads the signature of a file.
  ///
  /// - Parameters:
  ///   - path: The path of the signed file.
  ///   - digest: The digest of the file; nil if it could not be read as a whole, which no signature is valid for.
  ///   - keys: The trusted keys.
  package init(ofFile path: String, _ digest: ContentDigest?, keys: [VerificationKey]) {
    let signature: PluginSignature
    do throws(DocumentError) {
      signature = try PluginSignature(contentsOf: PluginSignature.path(for: path))
    } catch {
      self = error.isMissing ? .unsigned : .unreadable(error)
      return
    }
    let named = keys.filter { $0.identifier == signature.keyIdentifier }
    guard !named.isEmpty else {
      self = .untrusted(keyIdentifier: signature.keyIdentifier)
      return
    }
    let key = digest.flatMap { digest in named.first { signature.isValid(for: digest, by: $0) } }
    self = key.map(Self.valid) ?? .invalid(keyIdentifier: signature.keyIdentifier)
  }
}
