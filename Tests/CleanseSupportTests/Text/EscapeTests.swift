import CleanseSupport
import Testing

@Suite("Text in messages")
struct EscapeTests {
  @Test(
    "a scalar is escaped as in Swift",
    arguments: [("\u{1B}", #"\u{1B}"#), ("ü", #"\u{FC}"#)])
  func escape(scalar: Unicode.Scalar, expected: String) {
    #expect(scalar.escape == expected)
  }

  @Test("control and bidirectional characters are escaped, and no others")
  func printable() {
    #expect(
      "a\u{1B}[2Jb\n\u{202E}ü\u{200D}漢".printable == #"a\u{1B}[2Jb\u{A}\u{202E}ü"# + "\u{200D}漢")
    #expect(String(repeating: "é", count: 300).printable.count == 256)
  }

  @Test("quoted text is escaped and cut")
  func quoted() {
    #expect("a\n".quoted == #"`a\u{A}`"#)
    #expect(String(repeating: "x", count: 65).quoted == "`\(String(repeating: "x", count: 64))…`")
  }
}
