import Glibc

extension VerdictCache {
  /// How much a cache holds.
  public struct Info: Hashable, Sendable {
    /// Where the entries are.
    public let directory: String
    /// How many there are, damaged ones among them.
    public let entries: Int
    /// The sizes of their files taken together.
    public let bytes: Int
  }

  /// How much is remembered now. It looks at every entry, for about 2 µs each.
  public func info() -> Info {
    info(of: folder.files().filter { $0.kind == .entry })
  }

  /// Forgets everything.
  ///
  /// Files that the cache didn't make are left where they are. What another host stores at the same
  /// time may stay.
  ///
  /// - Returns: What is gone.
  /// - Throws: The system's error for the first file that can't be removed; the others are gone.
  @discardableResult
  public func clear() throws(VerdictCacheError) -> Info {
    var removed: [CacheFolder.File] = []
    var failure: VerdictCacheError?
    for file in folder.files() {
      do throws(VerdictCacheError) {
        try folder.remove(file.name)
        if file.kind == .entry { removed.append(file) }
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return info(of: removed)
  }

  /// Removes what is too much, the oldest first, and what writers that were killed left half written.
  ///
  /// - Returns: The share of the limits that is used afterwards.
  @discardableResult
  func tidy() -> Double {
    let now = Int(time(nil))
    var entries: [CacheFolder.File] = []
    for file in folder.files() {
      switch file.kind {
      case .entry: entries.append(file)
      case .unfinished where abs(now - file.modified) > Self.patience: try? folder.remove(file.name)
      case .unfinished: break
      }
    }
    // What claims to be from the future, after the clock was wrong, would stay for ever.
    let age = { (file: CacheFolder.File) in file.modified > now ? Int.max : now - file.modified }
    var count = entries.count
    var bytes = entries.reduce(0) { $0 + $1.size }
    guard limits.share(ofEntries: count, bytes: bytes) > 1 else {
      return limits.share(ofEntries: count, bytes: bytes)
    }
    for file in entries.sorted(by: { age($0) > age($1) }) {
      guard limits.share(ofEntries: count, bytes: bytes) > Self.roomy else { break }
      try? folder.remove(file.name)
      count -= 1
      bytes -= file.size
    }
    return limits.share(ofEntries: count, bytes: bytes)
  }

  /// How many seconds a half-written file may be worked on. A writer needs less than one.
  private static let patience = 3600
  /// The share of the limits that is left in use after something had to go, so that this is not
  /// needed again at once.
  private static let roomy = 0.875

  private func info(of entries: [CacheFolder.File]) -> Info {
    Info(
      directory: folder.path, entries: entries.count,
      bytes: entries.reduce(0) { $0 + $1.size })
  }
}
