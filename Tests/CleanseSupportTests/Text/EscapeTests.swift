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

  @Test("of texts that look the same, the characters beyond ASCII are escaped")
  func distinguished() {
    #expect(
      ["caf\u{E9}", "na\u{EF}ve", "cafe\u{301}", "caf\u{E9}"].distinguished
        == [#"caf\u{E9}"#, "na\u{EF}ve", #"cafe\u{301}"#, #"caf\u{E9}"#])
    #expect(["caf\u{E9}", "caf\u{E9}"].distinguished == ["caf\u{E9}", "caf\u{E9}"])
    #expect([String]().distinguished.isEmpty)
  }

  // Keys of the cache had their texts in lines, so a path with a line feed could give the key of two paths.
  @Test("different sequences have different texts with lengths")
  func lengthPrefixed() {
    #expect(["a\nb", "", "\u{E9}"].lengthPrefixed == "3:a\nb0:2:\u{E9}")
    let sequences = [["a", "b"], ["a\nb"], ["a1:b"], ["", "ab"], ["ab", ""], ["ab"], []]
    #expect(Set(sequences.map(\.lengthPrefixed)).count == sequences.count)
  }

  @Test("quoted text is escaped and cut")
  func quoted() {
    #expect("a\n".quoted == #"`a\u{A}`"#)
    #expect(String(repeating: "x", count: 65).quoted == "`\(String(repeating: "x", count: 64))…`")
  }
}
