import CleansePluginHost

extension PluginLock {
  /// The plugins that came, went or changed.
  func differences(to other: PluginLock) -> [Difference] {
    Difference.ordered(changes(to: other).map(Difference.init))
  }
}

extension Difference {
  fileprivate init(_ change: PluginLock.Change) {
    switch change {
    case .added(let entry):
      self.init(
        change: .came, name: entry.identifier, fields: Self.fields(nil, Self.said(entry)))
    case .removed(let entry):
      self.init(
        change: .went, name: entry.identifier, fields: Self.fields(Self.said(entry), nil))
    case .changed(let entry, let drift):
      self.init(
        change: .changed, name: entry.identifier,
        fields: drift.map { Field(name: $0.field, before: $0.locked, after: $0.found) })
    }
  }

  private static func said(_ entry: PluginLock.Entry) -> [Said] {
    [Said(name: "version", value: entry.version), Said(name: "file", value: entry.file)]
  }
}
