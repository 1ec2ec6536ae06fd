import CWidth
import Glibc

/// How many columns of a terminal a text takes, which is neither its bytes nor its characters.
package enum DisplayWidth {
  // Safety: a locale object is immutable after `newlocale` and is never freed.
  nonisolated(unsafe) private static let locale = unsafe newlocale(1 << LC_CTYPE, "C.UTF-8", nil)

  package static func of(_ text: some StringProtocol) -> Int {
    // The usual case by far: printable ASCII.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
    return inUnicode { text.reduce(0) { $0 + width(of: $1) } }
  }

  /// The longest beginning of `text` that takes at most `columns` columns; if something had to go,
  /// `…` stands in its place.
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

  /// The columns of what the reader sees as one character: those of its widest part, and two for a
  /// flag and for whatever is asked to look like an emoji (UTS #51: a pair of regional indicators,
  /// variation selector 16).
  private static func width(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    if scalars.count > 1, scalars.contains(where: widens) { return 2 }
    return scalars.map { max(0, Int(wcwidth(wchar_t($0.value)))) }.max() ?? 0
  }

  private static func widens(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{FE0F}" || ("\u{1F1E6}"..."\u{1F1FF}").contains(scalar)
  }

  /// wcwidth answers for the thread's locale, and that of a program is "C" unless it says so.
  private static func inUnicode<Result>(_ body: () -> Result) -> Result {
    guard let locale = unsafe locale else { return body() }
    let before = unsafe uselocale(locale)
    defer { _ = unsafe uselocale(before) }
    return body()
  }
}
