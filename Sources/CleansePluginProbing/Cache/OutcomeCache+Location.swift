import CleanseSupport

extension OutcomeCache {
  /// The environment variables that determine the directory of a user's cache.
  public static let variables = ["XDG_CACHE_HOME", "HOME"]

  /// The number of directories that the host adds to the directory of the user's caches.
  static let ownLevels = 2

  /// The directory of a user's cache, by the XDG Base Directory Specification, version 0.8: a variable
  /// that is empty or holds a relative path counts as not set.
  ///
  /// The number in the path is increased with each change to the meaning of payloads, so that hosts of different
  /// versions don't read each other's entries in vain.
  static func directory(environment: [String: String]) -> String? {
    let absolute = { (name: String) in
      environment[name].map { FilePath($0) }.flatMap { $0.isAbsolute ? $0 : nil }
    }
    let base = absolute("XDG_CACHE_HOME") ?? absolute("HOME").map { $0.appending(".cache") }
    return base.map { $0.appending("cleanse/outcomes-1").text }
  }
}
