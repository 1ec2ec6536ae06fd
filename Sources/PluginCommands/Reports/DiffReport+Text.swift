import CleanseSupport
import GraphAnalysis

extension DiffReport {
  /// The differences, kind by kind, and the summary.
  func text(for terminal: Terminal) -> String {
    var text = ""
    for section in sections where !section.differences.isEmpty {
      text += terminal.styled("\(section.noun)s", .bold) + "\n"
      for difference in section.differences {
        let word = difference.change.rawValue
        let padding = String(repeating: " ", count: 9 - word.count)
        text +=
          "  " + terminal.styled(word, difference.change.style) + padding
          + PlainText.escaped(difference.line) + "\n"
        guard difference.change == .changed else { continue }
        for field in difference.fields {
          text += "    " + PlainText.escaped(field.line) + "\n"
        }
      }
    }
    return text + summary + "\n"
  }
}

extension Difference {
  /// The difference in one line; of what changed, without what did.
  fileprivate var line: String {
    let known = fields.map { "\($0.name) \($0.after ?? $0.before ?? "")" }
    let code = isFinding ? kind.map { ["[\($0)]"] } ?? [] : []
    let place = words.map { "\($0.word) \($0.name)" }
    return ([name] + code + place).joined(separator: " ")
      + (change == .changed || known.isEmpty ? "" : ": " + known.joined(separator: ", "))
  }

  var isFinding: Bool { identity != nil }

  /// The kinds of bindings that go without saying.
  private static let plainKinds: Set = ["single", "contribution"]

  /// What tells it from others of its name, each with the word in front of it.
  var words: [(word: String, name: String)] {
    let path = (modules ?? []).joined(separator: " > ")
    return [
      kind.flatMap { isFinding || Self.plainKinds.contains($0) ? nil : ("as", $0) },
      component.map { ("in", $0) }, plugin.map { ("from", $0) }, path.isEmpty ? nil : ("by", path),
    ].compactMap { $0 }
  }
}

extension Difference.Field {
  fileprivate var line: String { "\(name): \(before ?? "none") → \(after ?? "none")" }
}

extension Difference.Change {
  fileprivate var style: Style {
    switch self {
    case .came: .green
    case .went: .red
    case .changed: .yellow
    }
  }
}
