import CleanseFindingReports
import CleansePluginHost
import CleanseSupport

/// `host cache`: the cache of earlier runs.
enum CacheCommand: Subcommand {
  /// An action on the cache.
  private enum Action: String, OperandWord {
    case info
    case clear
  }

  static let name = "cache"
  static let summary = "Show or clear the cache of earlier runs"
  static let operands = "info|clear"
  static let options = OptionTable([.format])
  static let details = [
    "The host caches its findings about a plugin under the digest of the file, so",
    "that it need not probe the same file again. `info` shows the location and the",
    "size of the cache; `clear` empties it. The cache is in $XDG_CACHE_HOME/cleanse,",
    "else in ~/.cache/cleanse. Its least recently used entries are removed",
    "automatically.",
  ]
  static let statuses = StatusMeanings.work
  static let examples = ["host cache info", "host cache clear"]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    let operands = arguments.allOperands
    let report: CacheReport
    switch try Action(operands.count == 1 ? operands[0] : nil, "action", of: self) {
    case .info: report = info(context.environment)
    case .clear: report = try clear(context.environment)
    }
    try context.write(report, arguments)
    return .success
  }

  static func info(_ environment: [String: String]) -> CacheReport {
    do throws(OutcomeCacheError) {
      return CacheReport(try OutcomeCache(environment: environment).info())
    } catch {
      return CacheReport(error)
    }
  }

  private static func clear(_ environment: [String: String]) throws(CommandFailure) -> CacheReport {
    do throws(OutcomeCacheError) {
      let cache = try OutcomeCache(environment: environment)
      let removed = try cache.clear()
      return CacheReport(cache.info(), removed: removed)
    } catch {
      throw CommandFailure("can't clear the cache: \(error)", hints: [error.fix])
    }
  }
}
