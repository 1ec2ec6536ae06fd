import CSodium

/// Hashes through libsodium; the only place that calls it.
enum Sodium {
  /// Lets libsodium choose the fastest code for this processor, once. Any thread may ask.
  ///
  /// Hashing works even where it fails; only what needs random numbers does not.
  static let isReady = sodium_init() >= 0

  /// BLAKE2b (RFC 7693) without a key, of bytes that come in pieces.
  @safe struct Hasher: ~Copyable {
    // Safety: allocated by `init` with the size and the alignment that libsodium asks for, released
    // once, at the end, and never handed out.
    private let memory: UnsafeMutableRawPointer
    private let count: Int

    /// - Parameter count: How many bytes the hash is to have: 16 to 64.
    init(count: Int) {
      precondition((16...64).contains(count), "BLAKE2b has no hash of \(count) bytes here")
      _ = Sodium.isReady
      self.count = count
      unsafe memory = .allocate(byteCount: crypto_generichash_statebytes(), alignment: 64)
      _ = unsafe crypto_generichash_init(state, nil, 0, count)
    }

    deinit {
      unsafe memory.deallocate()
    }

    /// What is known of the bytes so far; Swift has no type that is aligned like libsodium's.
    private var state: OpaquePointer { unsafe OpaquePointer(memory) }

    /// Takes in more bytes.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
      guard let start = bytes.baseAddress else { return }
      _ = unsafe crypto_generichash_update(
        state, start.assumingMemoryBound(to: UInt8.self), UInt64(bytes.count))
    }

    /// The hash of all that was taken in.
    consuming func finish() -> [UInt8] {
      var hash = [UInt8](repeating: 0, count: count)
      _ = unsafe crypto_generichash_final(state, &hash, count)
      return hash
    }
  }
}
