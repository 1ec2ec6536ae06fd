/// The limits of a cache's contents.
struct CacheLimits: Sendable {
  /// The largest number of entries.
  let entries: Int
  /// The largest total size of the entries in bytes.
  let bytes: Int
  /// The largest size of an entry in bytes; a larger one is neither stored nor read.
  let entryBytes: Int

  /// Enough for the plugins of several hosts; ten thousand bindings of one plugin take about 5 MB.
  static let standard = CacheLimits(entries: 8192, bytes: 256 << 20, entryBytes: 32 << 20)

  /// The used share of the limits; more than 1 exceeds them.
  func share(ofEntries count: Int, bytes: Int) -> Double {
    max(Double(count) / Double(entries), Double(bytes) / Double(self.bytes))
  }
}
