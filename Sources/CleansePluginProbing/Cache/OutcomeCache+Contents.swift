import Glibc

extension OutcomeCache {
  /// The size of a cache's contents.
  public struct Info: Hashable, Sendable {
    /// The path of the cache's directory.
    public let directory: String
    /// The number of entries, including damaged ones.
    public let entries: Int
    /// The total size of the entries' files.
    public let bytes: Int
  }

  /// Returns the size of the contents. It reads the status of every entry, for about 2 µs each.
  public func info() -> Info {
    info(of: folder.files().filter { $0.kind == .entry })
  }

  /// Removes all entries.
  ///
  /// Files that the cache did not create are kept. An entry that another host stores at the same time may
  /// remain.
  ///
  /// - Returns: The size of the removed entries.
  /// - Throws: The system's error for the first file that can't be removed; the others are removed.
  @discardableResult
  public func clear() throws(OutcomeCacheError) -> Info {
    var removed: [CacheFolder.File] = []
    var failure: OutcomeCacheError?
    for file in folder.files() {
      do throws(OutcomeCacheError) {
        try folder.remove(file.name)
        if file.kind == .entry { removed.append(file) }
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return info(of: removed)
  }

  /// Removes the oldest entries beyond the limits, and unfinished files of writers that were killed.
  ///
  /// - Returns: The used share of the limits afterwards.
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
    // An entry with a time in the future, after the clock was wrong, would otherwise never be removed.
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

  /// The age in seconds at which an unfinished file is abandoned. A writer needs less than one second.
  private static let patience = 3600
  /// The used share of the limits that remains after entries were removed, so that the next removal is not
  /// needed at once.
  private static let roomy = 0.875

  private func info(of entries: [CacheFolder.File]) -> Info {
    Info(
      directory: folder.path, entries: entries.count,
      bytes: entries.reduce(0) { $0 + $1.size })
  }
}
