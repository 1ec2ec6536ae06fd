import FindingReports
import CleansePluginHost

/// How a command uses the cache of earlier runs.
enum CachePolicy: Equatable, Sendable {
  /// Read cached results, and store new ones.
  case use
  /// Ignore cached results, and store new ones.
  case rescan
  /// Neither read nor write the cache.
  case off

  /// The policy that `--rescan` and `--no-cache` request; `--no-cache` takes precedence.
  init(_ arguments: ParsedArguments) {
    self =
      arguments.contains(.noCache) ? .off : arguments.contains(.rescan) ? .rescan : .use
  }

  /// Whether cached results are used.
  var isReading: Bool { self == .use }

  /// The cache to use, if any.
  ///
  /// A command works without a cache if none can be used; `host cache info` shows the reason.
  func cache(environment: [String: String]) -> VerdictCache? {
    self == .off ? nil : try? VerdictCache(environment: environment)
  }
}
