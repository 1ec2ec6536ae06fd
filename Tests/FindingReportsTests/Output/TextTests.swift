@testable import CleanseGraph
import CleanseSupport
@testable import CleanseFindingReports
import Testing

@Suite("Text on a terminal")
struct TextTests {
  @Test("control characters are escaped, all other characters stay")
  func escapes() throws {
    #expect(
      PlainText.escaped("a\u{1B}[31mb\nc\r\u{7F}\u{9B}") == #"a\u{1B}[31mb\u{A}c\u{D}\u{7F}\u{9B}"#)
    #expect(PlainText.escaped("\u{202E}gpj.exe\u{2066}") == #"\u{202E}gpj.exe\u{2066}"#)
    #expect(PlainText.escaped("äöü 漢字 👩‍👩‍👧") == "äöü 漢字 👩‍👩‍👧")
    for value in [
      0x85, 0xAD, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202E, 0x2060, 0x2066,
      0x2069, 0xFEFF, 0xE0041,
    ] as [UInt32] {
      let scalar = try #require(Unicode.Scalar(value))
      #expect(
        PlainText.escaped("a\(scalar)b")
          == "a\\u{\(String(value, radix: 16, uppercase: true))}b")
    }
    #expect(PlainText.escaped("ho\u{200D}st\u{200C}") == #"ho\u{200D}st\u{200C}"#)
    #expect(PlainText.escaped("می\u{200C}خواهم") == "می\u{200C}خواهم")
    #expect(PlainText.escapedLines("a\n\tb\r\n") == "a\n\\u{9}b\\u{D}\n")
  }

  @Test("a diagnostic with hostile texts can't forge lines")
  func diagnostic() {
    let diagnostic = Diagnostic(
      "plugin/bad", .error, "x\nerror: forged",
      at: SourceLocation(file: "a\u{1B}c", path: "", line: 1),
      provenance: Provenance(origin: "o\n", modules: ["m\r"]),
      notes: [Diagnostic.Note("n\n", path: ["a\r", "b"])], fix: "one\ntwo\u{7}")
    let text = DiagnosticText.of(diagnostic, for: .none)
    #expect(
      text == #"""
        error: x\u{A}error: forged [plugin/bad]
          at a\u{1B}c:1, in m\u{D}, from o\u{A}
          - n\u{A}
              from the root: a\u{D} → b
          fix: one
                  two\u{7}

        """#)
    let colored = DiagnosticText.of(diagnostic, for: Terminal(width: 80, hasColor: true))
    #expect(colored == "\u{1B}[31merror\u{1B}[0m" + text.dropFirst(5))
  }

  @Test("a note keeps the line of a caret, and no other")
  func excerpt() {
    let notes = ["area(\u{7})\n     ^", "n\n  fix: forged", "n\n^\n", "n\n^ m"]
    let diagnostic = Diagnostic("plugin/bad", .error, "x", notes: notes.map { Diagnostic.Note($0) })
    #expect(
      DiagnosticText.of(diagnostic, for: .none) == #"""
        error: x [plugin/bad]
          - area(\u{7})
                 ^
          - n\u{A}  fix: forged
          - n\u{A}^\u{A}
          - n\u{A}^ m

        """#)
  }

  @Test("colours need a terminal that wants them")
  func colors() {
    #expect(Terminal(columns: 80, environment: ["TERM": "xterm"]).hasColor)
    #expect(!Terminal(columns: 80, environment: ["TERM": "dumb"]).hasColor)
    #expect(!Terminal(columns: 80, environment: ["NO_COLOR": "1"]).hasColor)
    #expect(Terminal(columns: 80, environment: ["NO_COLOR": ""]).hasColor)
    #expect(Terminal.none.styled("x", .red) == "x")
  }

  @Test("the width is the terminal's, else COLUMNS, else 80")
  func widths() {
    #expect(Terminal(columns: 100, environment: ["COLUMNS": "40"]).width == 100)
    #expect(Terminal(columns: nil, environment: ["COLUMNS": "40"]).width == 40)
    for wrong in ["", "x", "0", "-3"] {
      #expect(Terminal(columns: nil, environment: ["COLUMNS": wrong]).width == 80)
    }
  }
}
