import CleansePluginHost

extension PluginEntry {
  /// The status as a table shows it.
  var statusCell: TextTable.Cell {
    rejection.map { .init("rejected: \($0)", .red) } ?? .init("ok", .green)
  }
}
