package import CleanseSupport

/// A plugin that a worker uses, or leaves out because it fails.
package struct WorkerPlugin: Codable, Hashable, Sendable {
  /// Its identifier; nil if it is not known.
  package let identifier: String?
  /// The path of its file.
  package let file: FilePath
  /// Why it is left out; nil if it is used.
  package let reason: String?
  /// Whether the settings allow leaving it out.
  package let canBeLeftOut: Bool

  package init(identifier: String?, file: FilePath, reason: String?, canBeLeftOut: Bool) {
    self.identifier = identifier.map(WorkerReport.shortened)
    self.file = FilePath(WorkerReport.shortened(file.text))
    self.reason = reason.map(WorkerReport.shortened)
    self.canBeLeftOut = canBeLeftOut
  }

  /// The plugin with a changed reason.
  func mapping(_ change: (String) -> String) -> WorkerPlugin {
    WorkerPlugin(
      identifier: identifier, file: file, reason: reason.map(change), canBeLeftOut: canBeLeftOut)
  }

  /// The identifier, or the path.
  var name: String { identifier ?? file.text }

  /// Whether it is the same plugin, also in a file that can't be read any more.
  private func isSame(_ other: WorkerPlugin) -> Bool {
    identifier != nil && identifier == other.identifier || file == other.file
  }

  /// The plugins of a selection that are left out, although they were used before.
  static func losses(of used: [WorkerPlugin], in selection: [WorkerPlugin]) -> [WorkerPlugin] {
    let kept = Set(selection.filter { $0.reason == nil }.compactMap(\.identifier))
    let missing = used.filter { $0.identifier.map { !kept.contains($0) } ?? true }
    return selection.filter { plugin in
      plugin.reason != nil && missing.contains(where: plugin.isSame)
    }
  }
}
