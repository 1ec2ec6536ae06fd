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

  init(_ info: OutcomeCache.Info, removed: OutcomeCache.Info? = nil) {
    directory = info.directory
    entries = info.entries
    bytes = info.bytes
    self.removed = removed?.entries
  }

  init(_ error: OutcomeCacheError) {
    self.error = error.description
    fix = error.fix
  }

  /// The report as lines.
  func text(for terminal: Terminal) -> String {
    if let error, let fix {
      return PlainText.escaped("no cache is available: \(error)")
        + "\n  \(PlainText.escaped(fix))\n"
    }
    return TitledLines.text(
      of: [
        ("directory", [directory ?? ""]), ("removed", removed.map { ["\($0)"] } ?? []),
        ("entries", ["\(entries)"]), ("bytes", ["\(bytes)"]),
      ], for: terminal)
  }
}
