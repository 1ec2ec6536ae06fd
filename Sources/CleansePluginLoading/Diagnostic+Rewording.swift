import CleanseGraph
import CleansePluginFiles

extension PluginInspection {
  /// The inspection whose findings have other texts.
  func rewording(_ text: (String) -> String) -> PluginInspection {
    with(diagnostics.map { $0.rewording(text) })
  }
}

extension Diagnostic {
  /// The finding with other texts. It is the same finding: its identity does not depend on them.
  func rewording(_ text: (String) -> String) -> Diagnostic {
    var finding = self
    finding.message = text(message)
    finding.fix = fix.map(text)
    for index in notes.indices { finding.notes[index].message = text(notes[index].message) }
    return finding
  }
}
