/// How much a cache may hold.
struct CacheLimits: Sendable {
  /// How many entries there may be.
  let entries: Int
  /// How many bytes they may have together.
  let bytes: Int
  /// How many bytes one may have; a larger one is neither stored nor read.
  let entryBytes: Int

  /// Room for the plugins of several hosts; ten thousand bindings of one plugin are about 5 MB.
  static let standard = CacheLimits(entries: 8192, bytes: 256 << 20, entryBytes: 32 << 20)

  /// The share of what is allowed; more than 1 is too much.
  func share(ofEntries count: Int, bytes: Int) -> Double {
    max(Double(count) / Double(entries), Double(bytes) / Double(self.bytes))
  }
}
