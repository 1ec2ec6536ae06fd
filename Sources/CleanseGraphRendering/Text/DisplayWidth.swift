import CCleanseWidth
import Glibc

/// The width of texts in columns of a terminal, which is neither their number of bytes nor of characters.
package enum DisplayWidth {
  // Safety: a locale object is immutable after `newlocale` and is never freed.
  nonisolated(unsafe) private static let locale = unsafe newlocale(1 << LC_CTYPE, "C.UTF-8", nil)

  /// The number of columns that the text occupies.
  // Not generic: a table with hundreds of plugins measures thousands of texts.
  package static func of(_ text: String) -> Int {
    // The usual case by far: printable ASCII.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
    return inUnicode { text.reduce(0) { $0 + width(of: $1) } }
  }

  /// The longest prefix of `text` that fits into `columns` columns, with `…` in place of what is cut off.
  package static func truncated(_ text: String, to columns: Int) -> String {
    guard of(text) > columns else { return text }
    guard columns > 0 else { return "" }
    var width = 0
    let kept = inUnicode {
      text.prefix { character in
        width += Self.width(of: character)
        return width < columns
      }
    }
    return kept + "…"
  }

  /// The text in at most `columns` columns, with `…` in place of its middle where it is longer. A third of the
  /// columns shows the beginning, the rest the end.
  package static func shortenedInMiddle(_ text: String, to columns: Int) -> String {
    guard of(text) > columns else { return text }
    let head = truncated(text, to: columns / 3 + 1)
    let room = columns - columns / 3 - 1
    var start = text.endIndex
    inUnicode {
      var width = 0
      while start > text.startIndex {
        let previous = text.index(before: start)
        width += Self.width(of: text[previous])
        guard width <= room else { break }
        start = previous
      }
    }
    return head + text[start...]
  }

  /// The columns of one grapheme cluster: those of its widest scalar, and two for a flag and for a character in
  /// emoji presentation (UTS #51: a pair of regional indicators, variation selector 16).
  private static func width(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    if scalars.count > 1, scalars.contains(where: widens) { return 2 }
    return scalars.map { max(0, Int(wcwidth(wchar_t($0.value)))) }.max() ?? 0
  }

  private static func widens(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{FE0F}" || ("\u{1F1E6}"..."\u{1F1FF}").contains(scalar)
  }

  /// Calls `body` in a UTF-8 locale: `wcwidth` depends on the thread's, which is "C" unless a program sets one.
  private static func inUnicode<Result>(_ body: () -> Result) -> Result {
    guard let locale = unsafe locale else { return body() }
    let before = unsafe uselocale(locale)
    defer { _ = unsafe uselocale(before) }
    return body()
  }
}
