/// The section of a code in the document.
package struct DiagnosticsSection: Equatable, Sendable {
  /// The Markdown of the section, without its heading. Links are replaced by their texts, as their targets do not
  /// exist where the section is read.
  package let markdown: String

  init(lines: [Substring]) {
    let text = lines.map(Self.withoutLinks).joined(separator: "\n")
    markdown = Self.trimmed(text)
  }

  /// The first sentence of the description.
  package var summary: String {
    let words = description.split(separator: " ")
    guard let end = words.firstIndex(where: { $0.hasSuffix(".") }) else {
      return description
    }
    return words[...end].joined(separator: " ")
  }

  /// The text before the first example, which describes the problem.
  package var description: String {
    blocks.prefix { !$0.isCode }.map(\.text).joined(separator: " ")
  }

  /// The section as plain text: a line for each paragraph, and indented examples.
  package var text: String {
    blocks.map(\.text).joined(separator: "\n\n")
  }

  /// The severity in the first example: `error`, `warning` or `note`; nil without such an example.
  package var severity: String? {
    guard let example = blocks.first(where: \.isCode)?.text.drop(while: { $0 == " " }) else {
      return nil
    }
    let word = example.prefix { $0 != ":" }
    return ["error", "warning", "note"].contains(word) ? String(word) : nil
  }

  /// A paragraph on one line, or an example.
  private struct Block {
    let isCode: Bool
    let text: String
  }

  private var blocks: [Block] {
    var blocks: [Block] = []
    var isCode = false
    var lines: [Substring] = []
    func close() {
      if !lines.isEmpty {
        blocks.append(
          isCode
            ? Block(isCode: true, text: lines.map { "    \($0)" }.joined(separator: "\n"))
            : Block(
              isCode: false, text: lines.joined(separator: " ").filter { $0 != "`" }))
      }
      lines = []
    }
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        close()
        isCode.toggle()
      } else if line.isEmpty, !isCode {
        close()
      } else {
        lines.append(line)
      }
    }
    close()
    return blocks
  }

  /// The line with `text` in place of `[text](target)`. No line of an example contains a link.
  private static func withoutLinks(_ line: Substring) -> String {
    var result = ""
    var rest = line
    while let middle = rest.firstRange(of: "]("),
      let start = rest[..<middle.lowerBound].lastIndex(of: "["),
      let end = rest[middle.upperBound...].firstIndex(of: ")")
    {
      result += rest[..<start] + rest[rest.index(after: start)..<middle.lowerBound]
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func trimmed(_ text: String) -> String {
    let start = text.drop { $0 == "\n" }
    let end = start.lastIndex { $0 != "\n" }
    return end.map { String(start[...$0]) } ?? ""
  }
}
