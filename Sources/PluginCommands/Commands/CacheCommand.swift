import CleansePluginHost
import CleanseSupport

/// `host cache`: what is remembered of earlier runs.
enum CacheCommand: Subcommand {
  /// What can be done with it.
  private enum Action: String, CaseIterable {
    case info
    case clear
  }

  static let name = "cache"
  static let summary = "tell or clear what is remembered of earlier runs"
  static let operands = "info|clear"
  static let options = OptionTable([.format])
  static let details = [
    "What the host finds out about a plugin, it remembers under the digest of the",
    "file, so that it need not probe the same file again. `info` tells where that is",
    "and how much it is; `clear` forgets it. It lies in $XDG_CACHE_HOME/cleanse, else",
    "in ~/.cache/cleanse, and removes by itself what has not been used for longest.",
  ]
  static let examples = ["host cache info", "host cache clear"]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    let report: CacheReport
    switch try action(arguments.allOperands) {
    case .info: report = info(context.environment)
    case .clear: report = try clear(context.environment)
    }
    switch arguments.format {
    case .json: try context.write(JSONOutput.text(of: report))
    case .text: try context.write(report.text)
    }
    return .success
  }

  private static func action(_ operands: [String]) throws(UsageError) -> Action {
    let names = Action.allCases.map(\.rawValue)
    let known = "it takes \(names.joined(separator: " or "))"
    guard let word = operands.first, operands.count == 1 else {
      throw UsageError("`host cache` takes one word", hints: [known], command: name)
    }
    guard let action = Action(rawValue: word) else {
      let nearest = NearestNames.of(word, among: names).first
      throw UsageError(
        "`host cache` does not take `\(word)`",
        hints: [nearest.map { "did you mean `host cache \($0)`?" } ?? known], command: name)
    }
    return action
  }

  private static func info(_ environment: [String: String]) -> CacheReport {
    do throws(VerdictCacheError) {
      return CacheReport(try VerdictCache(environment: environment).info())
    } catch {
      return CacheReport(off: error)
    }
  }

  private static func clear(_ environment: [String: String]) throws(HostFailure) -> CacheReport {
    do throws(VerdictCacheError) {
      let cache = try VerdictCache(environment: environment)
      let removed = try cache.clear()
      return CacheReport(cache.info(), removed: removed)
    } catch {
      throw HostFailure("can't clear the cache: \(error)", hints: [error.fix])
    }
  }
}
