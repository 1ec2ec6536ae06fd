import CCleanseSodium

/// Hashes, signatures and base64 through libsodium; the only caller of the library.
package enum Sodium {
  /// Initializes libsodium once, which selects the fastest code for this processor. Thread-safe.
  ///
  /// If it is false, hashing still works; random numbers are not available.
  static let isReady = sodium_init() >= 0

  /// Computes an unkeyed BLAKE2b hash (RFC 7693) incrementally.
  @safe struct Hasher: ~Copyable {
    // Safety: allocated by `init` with the size and the alignment that libsodium requires, released
    // once by `deinit`, and never passed to other code.
    private let memory: UnsafeMutableRawPointer
    private let count: Int

    /// - Parameter count: The size of the hash in bytes: 16 to 64.
    init(count: Int) {
      precondition((16...64).contains(count), "a BLAKE2b hash of \(count) bytes is not supported")
      _ = Sodium.isReady
      self.count = count
      unsafe memory = .allocate(byteCount: crypto_generichash_statebytes(), alignment: 64)
      _ = unsafe crypto_generichash_init(state, nil, 0, count)
    }

    deinit {
      unsafe memory.deallocate()
    }

    /// The state of the hash; opaque, since Swift can't import libsodium's over-aligned type.
    private var state: OpaquePointer { unsafe OpaquePointer(memory) }

    /// Adds bytes to the hash.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
      guard let start = bytes.baseAddress else { return }
      _ = unsafe crypto_generichash_update(
        state, start.assumingMemoryBound(to: UInt8.self), UInt64(bytes.count))
    }

    /// Returns the hash of all added bytes.
    consuming func finish() -> [UInt8] {
      var hash = [UInt8](repeating: 0, count: count)
      _ = unsafe crypto_generichash_final(state, &hash, count)
      return hash
    }
  }
}

extension Sodium {
  // The sizes of Ed25519 (RFC 8032 §5.1), in bytes.
  package static let seedSize = 32
  package static let publicKeySize = 32
  package static let signatureSize = 64
  private static let secretKeySize = 64

  /// Returns cryptographically secure random bytes; nil if libsodium can't be initialized.
  package static func randomBytes(count: Int) -> [UInt8]? {
    guard isReady else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    unsafe randombytes_buf(&bytes, bytes.count)
    return bytes
  }

  /// Returns the public key of a seed of ``seedSize`` bytes.
  package static func publicKey(ofSeed seed: [UInt8]) -> [UInt8] { keys(ofSeed: seed).publicKey }

  /// Signs a message with the key of a seed of ``seedSize`` bytes.
  package static func signature(of message: [UInt8], seed: [UInt8]) -> [UInt8] {
    let secretKey = keys(ofSeed: seed).secretKey
    var signature = [UInt8](repeating: 0, count: signatureSize)
    _ = unsafe crypto_sign_ed25519_detached(
      &signature, nil, message, UInt64(message.count), secretKey)
    return signature
  }

  /// Whether the signature of the message is valid. False for a signature or a key of the wrong size.
  package static func isSignature(
    _ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]
  ) -> Bool {
    guard signature.count == signatureSize, publicKey.count == publicKeySize else { return false }
    return unsafe crypto_sign_ed25519_verify_detached(
      signature, message, UInt64(message.count), publicKey) == 0
  }

  private static func keys(ofSeed seed: [UInt8]) -> (publicKey: [UInt8], secretKey: [UInt8]) {
    precondition(seed.count == seedSize, "a seed of Ed25519 has \(seedSize) bytes")
    var publicKey = [UInt8](repeating: 0, count: publicKeySize)
    var secretKey = [UInt8](repeating: 0, count: secretKeySize)
    _ = unsafe crypto_sign_ed25519_seed_keypair(&publicKey, &secretKey, seed)
    return (publicKey, secretKey)
  }
}

extension Sodium {
  /// SHA-256 (FIPS 180-4).
  static func sha256(of bytes: [UInt8]) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: crypto_hash_sha256_bytes())
    _ = unsafe crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
    return hash
  }

  /// Encodes the bytes in base64 (RFC 4648 §4), with padding.
  package static func base64(_ bytes: [UInt8]) -> String {
    let count = sodium_base64_encoded_len(bytes.count, sodium_base64_VARIANT_ORIGINAL)
    var text = [CChar](repeating: 0, count: count)
    _ = unsafe sodium_bin2base64(
      &text, count, bytes, bytes.count, sodium_base64_VARIANT_ORIGINAL)
    return String(decoding: text.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Decodes base64. Returns nil unless the text is the canonical encoding, as returned by ``base64(_:)``.
  package static func bytes(base64 text: String) -> [UInt8]? {
    let characters = text.utf8.map(CChar.init(bitPattern:))
    var bytes = [UInt8](repeating: 0, count: characters.count)
    var count = 0
    let status = unsafe sodium_base642bin(
      &bytes, bytes.count, characters, characters.count, nil, &count, nil,
      sodium_base64_VARIANT_ORIGINAL)
    return status == 0 ? Array(bytes.prefix(count)) : nil
  }
}
