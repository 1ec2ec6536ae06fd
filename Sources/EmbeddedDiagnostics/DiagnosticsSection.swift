/// What the document says of one code.
package struct DiagnosticsSection: Equatable, Sendable {
  /// The section as it stands in the document, without its heading. A link is its text, as what it
  /// leads to is not there where the section is read.
  package let markdown: String

  init(lines: [Substring]) {
    let text = lines.map(Self.withoutLinks).joined(separator: "\n")
    markdown = Self.trimmed(text)
  }

  /// What is wrong in short: the first sentence.
  package var summary: String {
    let words = description.split(separator: " ")
    guard let end = words.firstIndex(where: { $0.hasSuffix(".") }) else {
      return description
    }
    return words[...end].joined(separator: " ")
  }

  /// What is wrong: all that stands in front of the first example.
  package var description: String {
    blocks.prefix { !$0.isCode }.map(\.text).joined(separator: " ")
  }

  /// The section for those who show no Markdown: a line a paragraph, examples with a margin.
  package var text: String {
    blocks.map(\.text).joined(separator: "\n\n")
  }

  /// How much a finding of the code weighs, as the first example tells: `error`, `warning` or `note`.
  package var severity: String? {
    guard let example = blocks.first(where: \.isCode)?.text.drop(while: { $0 == " " }) else {
      return nil
    }
    let word = example.prefix { $0 != ":" }
    return ["error", "warning", "note"].contains(word) ? String(word) : nil
  }

  /// A paragraph in one line, or an example.
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

  /// `[text](place)` as `text`. No line of an example has such a thing.
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
