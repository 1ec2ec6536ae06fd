import CleanseGraphAnalysis

extension DiffReport {
  /// The differences as Markdown for a comment on a pull request. Names from plugins and users are code spans.
  var markdown: String {
    var text = "### From \(Markdown.code(before)) to \(Markdown.code(after))\n\n\(summary)\n"
    for section in sections where !section.differences.isEmpty {
      text += "\n**\(section.noun.prefix(1).uppercased())\(section.noun.dropFirst())s**\n\n"
      for difference in section.differences.prefix(Self.mostShown) {
        text += "- " + difference.item + "\n"
        guard difference.change == .changed else { continue }
        for field in difference.fields { text += "  - " + field.item + "\n" }
      }
      let rest = section.differences.count - Self.mostShown
      if rest > 0 { text += "- and \(rest) more\n" }
    }
    return text
  }

  /// The number of differences that are listed per section, since the length of comments is limited.
  private static let mostShown = 100
}

extension Difference {
  fileprivate var item: String {
    let details = fields.map { "\($0.name) \(Markdown.code($0.after ?? $0.before ?? ""))" }
    let code = isFinding ? kind.map { " (\(Markdown.code($0)))" } ?? "" : ""
    let context = words.map { " \($0.word) \(Markdown.code($0.name))" }.joined()
    return "\(change.rawValue) \(Markdown.code(name))\(code)\(context)"
      + (change == .changed || details.isEmpty ? "" : ": " + details.joined(separator: ", "))
  }
}

extension Difference.Field {
  fileprivate var item: String {
    let sides = [before, after].map { $0.map(Markdown.code) ?? "none" }
    return "\(name): \(sides[0]) → \(sides[1])"
  }
}
