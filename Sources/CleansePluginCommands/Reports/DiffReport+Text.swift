import CleanseFindingReports
import CleanseSupport
import CleanseGraphAnalysis

extension DiffReport {
  /// The differences, section by section, and the summary.
  func text(for terminal: Terminal) -> String {
    var text = ""
    for section in sections where !section.differences.isEmpty {
      text += terminal.styled("\(section.noun)s", .bold) + "\n"
      for difference in section.differences {
        let word = difference.change.rawValue
        let padding = String(repeating: " ", count: 9 - word.count)
        text +=
          "  " + terminal.styled(word, difference.change.style) + padding
          + PlainText.escaped(difference.line(("[", "]")) { $0 }) + "\n"
        guard difference.change == .changed else { continue }
        for field in difference.fields {
          text += "    " + PlainText.escaped(field.line { $0 }) + "\n"
        }
      }
    }
    return text + summary + "\n"
  }
}

extension Difference {
  /// The difference in one line; for a changed element, without the fields.
  ///
  /// - Parameters:
  ///   - brackets: What encloses the code of a finding.
  ///   - quoted: Marks a name from a plugin or a user.
  func line(_ brackets: (String, String), _ quoted: (String) -> String) -> String {
    let details = fields.map { "\($0.name) \(quoted($0.after ?? $0.before ?? ""))" }
    let code = isFinding ? kind.map { [brackets.0 + quoted($0) + brackets.1] } ?? [] : []
    let context = words.map { "\($0.word) \(quoted($0.name))" }
    return ([quoted(name)] + code + context).joined(separator: " ")
      + (change == .changed || details.isEmpty ? "" : ": " + details.joined(separator: ", "))
  }

  private var isFinding: Bool { identity != nil }

  /// The kinds of bindings that are not shown.
  private static let plainKinds: Set = ["single", "contribution"]

  /// The members that distinguish it from elements of equal name, each with its preposition.
  private var words: [(word: String, name: String)] {
    let path = (modules ?? []).joined(separator: " > ")
    return [
      kind.flatMap { isFinding || Self.plainKinds.contains($0) ? nil : ("as", $0) },
      component.map { ("in", $0) }, plugin.map { ("from", $0) }, path.isEmpty ? nil : ("by", path),
    ].compactMap { $0 }
  }
}

extension Difference.Field {
  /// The field in one line.
  func line(_ quoted: (String) -> String) -> String {
    "\(name): \(before.map(quoted) ?? "none") → \(after.map(quoted) ?? "none")"
  }
}

extension Difference.Change {
  fileprivate var style: Style {
    switch self {
    case .added: .green
    case .removed: .red
    case .changed: .yellow
    }
  }
}
