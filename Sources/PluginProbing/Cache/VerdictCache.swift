/// Keeps what the host found out about plugins, for its next run.
///
/// An entry is a text that says everything that the finding depends on, the key, and the bytes that
/// stand for the finding, the payload. Neither means anything to the cache.
///
/// The entries are files of one directory, which any number of hosts share without locks. An entry
/// appears and is replaced as a whole. One that is damaged or cut off, or that somebody else has put
/// there, is a miss like one that is not there, and the next ``store(_:for:)`` of its key replaces
/// it. So a host that is killed, or a machine that loses its power, leaves nothing behind that has
/// to be mended: entries are not forced to the disk, as one that got there in part has the wrong
/// checksum.
///
/// All of it may be used from any thread. Nothing of it fails a host: what can't be read is a miss,
/// what can't be written is forgotten.
///
/// A plugin has the rights of its host, so code of a plugin that once ran can write whatever it
/// likes here, as it can in the rest of the user's files.
public final class VerdictCache: Sendable {
  let folder: CacheFolder
  let limits: CacheLimits
  private let allowance = CacheAllowance()

  /// The cache of the user whom the process's variables tell of: `cleanse/verdicts-1` in
  /// `XDG_CACHE_HOME`, else in `.cache` of `HOME`.
  ///
  /// - Throws: Why there is no cache to use. A host does its work without one all the same.
  public convenience init(environment: [String: String]) throws(VerdictCacheError) {
    guard let directory = Self.directory(environment: environment) else {
      throw VerdictCacheError(.homeless, path: "")
    }
    try self.init(directory: directory)
  }

  /// The cache in a directory that is used for nothing else; it is made if it is missing.
  ///
  /// - Throws: Why the directory can't be used, which may also be that others than the user of this
  ///   process own it or may write to it.
  public convenience init(directory: String) throws(VerdictCacheError) {
    try self.init(directory: directory, limits: .standard)
  }

  init(directory: String, limits: CacheLimits) throws(VerdictCacheError) {
    folder = try CacheFolder(directory)
    self.limits = limits
  }

  /// The payload that was stored last for the key; nothing where none was, or is no longer there.
  public func payload(for key: String) -> [UInt8]? {
    guard let bytes = folder.contents(of: CacheEntry.name(for: key), limit: limits.entryBytes)
    else { return nil }
    return CacheEntry.payload(in: bytes, for: key)
  }

  /// Stores the payload for the key, in place of what is there.
  ///
  /// - Returns: Whether it could be stored. There is nothing to be done where it could not.
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
