import CleanseGraphAnalysis

extension DiffReport {
  /// The differences as Markdown for a comment on a pull request. Names from plugins and users are code spans.
  var markdown: String {
    var text = "### From \(Markdown.code(before)) to \(Markdown.code(after))\n\n\(summary)\n"
    for section in sections where !section.differences.isEmpty {
      text += "\n**\(section.noun.prefix(1).uppercased())\(section.noun.dropFirst())s**\n\n"
      for difference in section.differences.prefix(Self.mostShown) {
        text += "- \(difference.change.rawValue) \(difference.line(("(", ")"), Markdown.code))\n"
        guard difference.change == .changed else { continue }
        for field in difference.fields { text += "  - \(field.line(Markdown.code))\n" }
      }
      let rest = section.differences.count - Self.mostShown
      if rest > 0 { text += "- and \(rest) more\n" }
    }
    return text
  }

  /// The number of differences that are listed per section, since the length of comments is limited.
  private static let mostShown = 100
}
