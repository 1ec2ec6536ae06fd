// This folder keeps outcomes for the next run. A `OutcomeCache` maps keys to entries; `CacheFolder` is the only code that
// touches the file system; `CacheLimits` and `CacheAllowance` bound its size.

/// A cache of the host's results about plugins, kept for its next run.
///
/// An entry consists of a key, a text with everything that the result depends on, and a payload, the bytes of
/// the result. The cache interprets neither.
///
/// The entries are files of one directory, which any number of hosts share without locks. An entry
/// is created and replaced atomically. An entry that is damaged, truncated or written by another program
/// is a miss, like a missing one, and the next ``store(_:for:)`` of its key replaces it. So a host that is
/// killed, or a machine that loses power, leaves nothing to repair: entries are not forced to the disk, as
/// a partially written one has the wrong checksum.
///
/// The cache is thread-safe. Its errors never fail a host: what can't be read is a miss, what can't be
/// written is dropped.
///
/// A plugin has the rights of its host, so plugin code that once ran can write anything here, as it can in
/// the rest of the user's files.
public final class OutcomeCache: Sendable {
  let folder: CacheFolder
  let limits: CacheLimits
  private let allowance = CacheAllowance()

  /// Opens the cache of the user that the environment variables describe: `cleanse/outcomes-1` in
  /// `XDG_CACHE_HOME`, else in `.cache` of `HOME`.
  ///
  /// - Throws: The reason why there is no cache, such as another user who owns `cleanse` or may write to it. A host works
  ///   without one all the same.
  public convenience init(environment: [String: String]) throws(OutcomeCacheError) {
    guard let directory = Self.directory(environment: environment) else {
      throw OutcomeCacheError(.homeless, path: "")
    }
    try self.init(directory: directory, own: Self.ownLevels)
  }

  /// Opens the cache in a directory that is used for nothing else; it is created if it is missing.
  ///
  /// - Throws: The reason why the directory can't be used, for instance because a user other than that of
  ///   this process owns it or may write to it.
  public convenience init(directory: String) throws(OutcomeCacheError) {
    try self.init(directory: directory, limits: .standard, own: 1)
  }

  /// - Parameter own: The number of the last components of the path that only the cache uses.
  init(
    directory: String, limits: CacheLimits = .standard, own: Int = 1
  ) throws(OutcomeCacheError) {
    folder = try CacheFolder(directory, own: own)
    self.limits = limits
  }

  /// The payload that was stored last for the key; nil if there was none or it has been removed.
  public func payload(for key: String) -> [UInt8]? {
    guard let bytes = folder.contents(of: CacheEntry.name(for: key), limit: limits.entryBytes)
    else { return nil }
    return CacheEntry.payload(in: bytes, for: key)
  }

  /// Stores the payload for the key, replacing an earlier one.
  ///
  /// - Returns: Whether it was stored. The caller need not handle a failure.
  @discardableResult
  public func store(_ payload: [UInt8], for key: String) -> Bool {
    guard let bytes = CacheEntry.bytes(of: payload, for: key), bytes.count <= limits.entryBytes,
      folder.replace(CacheEntry.name(for: key), with: bytes)
    else { return false }
    let share = limits.share(ofEntries: 1, bytes: bytes.count)
    if allowance.isSpent(by: share) { allowance.renew(used: tidy()) }
    return true
  }
}
