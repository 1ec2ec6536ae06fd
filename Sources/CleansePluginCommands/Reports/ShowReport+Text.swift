import CleanseFindingReports
import CleanseSupport
import CleansePluginHost
import CleansePluginMetadata
import CleanseGraphAnalysis

extension ShowReport.Plugin {
  /// The plugin as titled lines, without titles that have no value, and its exchange with the others.
  func text(for terminal: Terminal) -> String {
    let head = [entry.name, entry.version].compactMap { $0 }.joined(separator: " ")
    let text =
      terminal.styled(PlainText.escaped(head), .bold) + "\n"
      + TitledLines.text(of: sections, margin: 2, for: terminal)
    let tables = [exchange?.text(for: terminal), island?.text(for: terminal)].compactMap(\.self)
    return ([text] + tables).joined(separator: "\n")
  }

  private var sections: [(title: String, lines: [String])] {
    let manifest = description?.manifest
    let stamp = description?.stamp
    return [
      ("summary", [entry.summary].compactMap { $0 }),
      ("status", [entry.statusText]),
      ("authors", entry.authors ?? []),
      ("file", [entry.file]),
      ("resolved file", entry.resolvedFile == entry.file ? [] : [entry.resolvedFile]),
      ("formerly", manifest?.formerly ?? []),
      ("module", [manifest?.module].compactMap { $0 }),
      ("language", [entry.language].compactMap { $0 }),
      ("C ABI", stamp.map { ["\($0.abi)"] } ?? []),
      ("architecture", stamp.map { [$0.architecture] } ?? []),
      ("framework", [stamp?.framework].compactMap { $0 }),
      (
        "framework ABI",
        stamp?.interface == nil ? [] : [stamp?.frameworkABI ?? "not recorded"]
      ),
      ("interface", [stamp?.interface].compactMap { $0 }),
      ("compiler", [stamp?.compiler].compactMap { $0 }),
      ("libraries", description?.neededLibraries ?? []),
      ("contracts", contractLines),
      ("requires", requires.map { "\($0.plugin) \($0.versions), \($0.state)" }),
      ("required by", requiredBy),
      ("contributes", entry.contributes ?? []),
      ("options", options.map(\.line)),
      ("access needed", entry.needs?.phrases ?? []),
      ("would bind", wouldBind),
    ]
  }

  /// Each contract that the plugin was built against, and the library that provides it.
  private var contractLines: [String] {
    (entry.contracts ?? []).map { contract in
      let found = providedContracts.first { $0.identifier == contract.identifier }
      let other = found.map { "\($0.version)" }.flatMap { $0 == contract.version ? nil : $0 }
      return "\(contract.identifier) \(contract.version)" + (other.map { ", \($0)" } ?? "")
        + (found.map { " from \($0.file)" } ?? "")
    }
  }
}

extension ShowReport.Requirement {
  fileprivate var state: String {
    found.map { "satisfied by \($0)" } ?? "not satisfied by any usable plugin"
  }
}
