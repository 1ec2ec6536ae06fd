import CleanseSupport
import CleansePluginHost
import GraphAnalysis

/// The result of `host lock`: the number of locked plugins, or the differences from the lock file.
struct LockReport {
  let file: String
  let count: Int
  /// The differences; empty unless requested.
  let changes: [PluginLock.Change]
  private let isComparison: Bool

  /// - Parameter old: The lock file to compare with; nil for no comparison.
  init(file: String, lock: PluginLock, old: PluginLock?) {
    self.file = file
    count = lock.entries.count
    changes = old?.changes(to: lock) ?? []
    isComparison = old != nil
  }

  /// The changes, or one line.
  var text: String {
    let plugins = "\(count) plugin\(count == 1 ? "" : "s")"
    guard isComparison else { return PlainText.escaped("locked \(plugins) in \(file)") + "\n" }
    guard changes.isEmpty else {
      return changes.flatMap(Self.lines).map { PlainText.escaped($0) + "\n" }.joined()
    }
    return PlainText.escaped("\(plugins), no differences from \(file)") + "\n"
  }

  private static func lines(_ change: PluginLock.Change) -> [String] {
    switch change {
    case .added(let entry): ["added    \(phrase(entry))"]
    case .removed(let entry): ["removed  \(phrase(entry))"]
    case .changed(let entry, let drift):
      ["changed  \(phrase(entry))"]
        + drift.map { "  \($0.field): \($0.locked ?? "none") → \($0.found ?? "none")" }
    }
  }

  private static func phrase(_ entry: PluginLock.Entry) -> String {
    "\(entry.identifier) \(entry.version) in \(entry.file)"
  }
}
