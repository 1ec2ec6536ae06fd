import CleansePluginHost
import CleanseGraphAnalysis

extension PluginLock {
  /// Returns the plugins that were added, removed or changed.
  func differences(to other: PluginLock) -> [Difference] {
    Difference.ordered(changes(to: other).map(Difference.init))
  }
}

extension Difference {
  fileprivate init(_ change: PluginLock.Change) {
    switch change {
    case .added(let entry):
      self.init(
        change: .added, name: entry.identifier, fields: Self.fields(nil, Self.properties(entry)))
    case .removed(let entry):
      self.init(
        change: .removed, name: entry.identifier, fields: Self.fields(Self.properties(entry), nil))
    case .changed(let entry, let drift):
      self.init(
        change: .changed, name: entry.identifier,
        fields: drift.map { Field(name: $0.field, before: $0.locked, after: $0.found) })
    }
  }

  private static func properties(_ entry: PluginLock.Entry) -> [Property] {
    [Property(name: "version", value: entry.version), Property(name: "file", value: entry.file)]
  }
}
