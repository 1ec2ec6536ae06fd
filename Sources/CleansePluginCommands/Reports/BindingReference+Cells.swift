import CleanseFindingReports
import CleanseGraphAnalysis
import CleanseGraph

extension BindingReference {
  var pluginCell: TextTable.Cell { Self.cell(of: plugin) }

  var locationCell: TextTable.Cell { .init(location?.description ?? "-") }

  /// The table cell for an owner of bindings.
  static func cell(of plugin: String?) -> TextTable.Cell {
    .init(owner(plugin), plugin == nil ? .dim : nil)
  }
}
