import FindingReports
import CleansePluginHost

extension PluginEntry {
  /// The table cell for the status.
  var statusCell: TextTable.Cell {
    rejection.map { .init("rejected: \($0)", .red) } ?? .init("ok", .green)
  }
}
