import CleanseSupport
import CleansePluginHost

/// What `host cache` tells.
struct CacheReport: JSONDocument {
  let schema = "cleanse-cache/1"
  /// Where the entries are; nothing where there is no cache.
  var directory: String?
  /// How many entries there are now.
  var entries = 0
  /// The sizes of their files taken together.
  var bytes = 0
  /// How many entries have just been removed, where that was asked for.
  var removed: Int?
  /// Why there is no cache, and what to do about it.
  var off: String?
  var fix: String?

  init(_ info: VerdictCache.Info, removed: VerdictCache.Info? = nil) {
    directory = info.directory
    entries = info.entries
    bytes = info.bytes
    self.removed = removed?.entries
  }

  init(off error: VerdictCacheError) {
    off = error.description
    fix = error.fix
  }

  /// The report as lines.
  var text: String {
    let lines: [String]
    if let off, let fix {
      lines = ["nothing is remembered: \(off)", "  \(fix)"]
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
