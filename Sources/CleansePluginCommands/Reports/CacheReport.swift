import CleanseFindingReports
import CleanseSupport
import CleansePluginHost
import CleanseGraphAnalysis

/// The result of `host cache`.
struct CacheReport: CommandReport {
  let schema = "cleanse-cache/1"
  /// The directory of the entries; nil if there is no cache.
  var directory: String?
  /// The current number of entries.
  var entries = 0
  /// The total size of the entries' files.
  var bytes = 0
  /// The number of entries that `clear` removed.
  var removed: Int?
  /// The reason why there is no cache, and a suggested fix.
  var error: String?
  var fix: String?

  init(_ info: VerdictCache.Info, removed: VerdictCache.Info? = nil) {
    directory = info.directory
    entries = info.entries
    bytes = info.bytes
    self.removed = removed?.entries
  }

  init(_ error: VerdictCacheError) {
    self.error = error.description
    fix = error.fix
  }

  /// The report as lines.
  func text(for terminal: Terminal) -> String {
    let lines: [String]
    if let error, let fix {
      lines = ["no cache is available: \(error)", "  \(fix)"]
    } else {
      let removed = removed.map { ["removed    \($0)"] } ?? []
      lines =
        ["directory  \(directory ?? "")"] + removed + [
          "entries    \(entries)", "bytes      \(bytes)",
        ]
    }
    return lines.map { PlainText.escaped($0) + "\n" }.joined()
  }
}
