import CleansePluginHost

/// How far a command goes by what is remembered of earlier runs.
enum CachePolicy: Equatable, Sendable {
  /// What is remembered counts, and what is found out is remembered.
  case use
  /// Everything is found out anew, and remembered.
  case rescan
  /// Nothing is looked up and nothing is remembered.
  case off

  /// What `--rescan` and `--no-cache` ask for; of both, the one that leaves the cache alone.
  init(_ arguments: ParsedArguments) {
    self =
      arguments.contains(.noCache) ? .off : arguments.contains(.rescan) ? .rescan : .use
  }

  /// Whether what is remembered counts.
  var isReading: Bool { self == .use }

  /// The cache to use, if any.
  ///
  /// A cache that can't be used is no trouble of the command's, which finds everything out anew;
  /// `host cache info` tells why.
  func cache(environment: [String: String]) -> VerdictCache? {
    self == .off ? nil : try? VerdictCache(environment: environment)
  }
}
