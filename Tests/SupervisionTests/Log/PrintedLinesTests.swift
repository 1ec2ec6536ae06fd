@testable import CleanseSupervision
import Testing

@Suite("What a worker prints")
struct PrintedLinesTests {
  /// The lines of what is printed part by part, as the log has them.
  private func lines(_ parts: [[UInt8]]) -> [String] {
    var printed = PrintedLines()
    let lines = parts.flatMap { printed.take($0) } + printed.end()
    return lines.flatMap(PrintedLines.text).map { String(decoding: $0, as: UTF8.self) }
  }

  private func lines(_ parts: String...) -> [String] { lines(parts.map { Array($0.utf8) }) }

  @Test("is read line by line, wherever the parts end; the last line needs no newline")
  func splitting() {
    #expect(lines("one\ntw", "o\n", "", "\nfour") == ["one", "two", "", "four"])
    #expect(lines("é\n".utf8.map { [$0] }) == ["é"])
    #expect(lines("one\n") == ["one"])
    #expect(lines("") == [])
  }

  @Test("has no character that a terminal interprets but the tab")
  func escaping() {
    #expect(
      lines("a\tb\u{1B}[31m\0\r\u{202E}é\n") == [#"a\#tb\u{1B}[31m\u{0}\u{D}\u{202E}é"#])
    #expect(lines([[0x61, 0xFF, 0xC3, 0x0A]]) == ["a\u{FFFD}\u{FFFD}"])
  }

  @Test("takes a bounded memory without a newline, and no character is cut")
  func longLines() {
    let longest = PrintedLines.longest
    var printed = PrintedLines()
    let full = [UInt8](repeating: 0x61, count: longest)
    #expect(printed.take(full) == [])
    #expect(printed.take([0x0A]) == [full])
    // Two bytes a character, the first of which would be the last byte of a part.
    let text = "a" + String(repeating: "é", count: longest)
    let parts = printed.take(Array(text.utf8))
    #expect(parts.map(\.count) == [longest - 1, longest])
    #expect((parts + printed.end()).map { String(decoding: $0, as: UTF8.self) }.joined() == text)
    // Bytes that are no characters.
    let bytes = [UInt8](repeating: 0x80, count: 3 * longest)
    #expect((printed.take(bytes) + printed.end()).flatMap(\.self) == bytes)
  }

  @Test("is split again if it gets longer as text")
  func longText() {
    let parts = PrintedLines.text(of: [UInt8](repeating: 0, count: PrintedLines.longest))
    #expect(parts.allSatisfy { $0.count <= PrintedLines.longest })
    #expect(parts.map(\.count).reduce(0, +) == 5 * PrintedLines.longest)
  }
}
