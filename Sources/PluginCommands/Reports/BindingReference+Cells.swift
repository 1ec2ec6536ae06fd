import GraphAnalysis
import CleanseGraph

extension BindingReference {
  var pluginCell: TextTable.Cell { Self.cell(of: plugin) }

  var locationCell: TextTable.Cell { .init(location?.description ?? "-") }

  /// Who brings bindings, as a table shows it.
  static func cell(of plugin: String?) -> TextTable.Cell {
    .init(owner(plugin), plugin == nil ? .dim : nil)
  }
}
