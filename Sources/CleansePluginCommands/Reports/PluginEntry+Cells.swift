import CleanseFindingReports
import CleansePluginHost

extension PluginEntry {
  /// The table cell for the status.
  var statusCell: TextTable.Cell {
    switch status {
    case .ok: .init(statusText, .green)
    case .rejected: .init(statusText, .red)
    case .disabled: .init(statusText, .dim)
    case .leftOut: .init(statusText, .yellow)
    }
  }

  /// The status, with the reason for a rejection.
  var statusText: String {
    switch status {
    case .ok: "ok"
    case .rejected: "rejected: \(rejection ?? "")"
    case .disabled: "disabled"
    case .leftOut: "left out"
    }
  }
}
