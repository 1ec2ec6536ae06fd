import Testing
import TextFilterAPI
import TextTesting

@testable import Wrap

@Suite("Wrapping")
struct WrapTests {
  @Test(
    "breaks at white space",
    arguments: [
      (10, "", ""), (10, "\n", "\n"), (10, "short\n", "short\n"),
      (10, "one two three\n", "one two\nthree\n"), (10, "one two three", "one two\nthree"),
      (10, "0123456789\n", "0123456789\n"), (10, "0123456789 a\n", "0123456789\na\n"),
      (10, "a  b   c    d\n", "a  b   c\nd\n"), (3, "a\tb\tc", "a\tb\nc"),
      (1, "a b c\n", "a\nb\nc\n"), (10, "one two\nthree\n", "one two\nthree\n"),
    ])
  func breaks(width: Int, text: String, expected: String) throws {
    #expect(try wrapped(text, width) == expected)
  }

  @Test(
    "keeps white space at the start of a line if the first word fits after it",
    arguments: [
      (10, "    one two three\n", "    one\ntwo three\n"), (5, "   long\n", "long\n"),
      (5, "       a\n", "a\n"),
    ])
  func indentation(width: Int, text: String, expected: String) throws {
    #expect(try wrapped(text, width) == expected)
  }

  @Test(
    "keeps white space at the end if it fits",
    arguments: [
      (10, "ends  \n", "ends  \n"), (5, "ends  \n", "ends\n"), (3, "      \n", "\n"),
      (3, "  \n", "  \n"),
    ])
  func trailing(width: Int, text: String, expected: String) throws {
    #expect(try wrapped(text, width) == expected)
  }

  @Test(
    "splits a word that is wider than a line",
    arguments: [
      (4, "abcdefghij\n", "abcd\nefgh\nij\n"), (4, "a bcdefghi jk\n", "a\nbcde\nfghi\njk\n"),
      (4, "abcdef gh\n", "abcd\nef\ngh\n"), (4, "abcdef g\n", "abcd\nef g\n"),
    ])
  func longWords(width: Int, text: String, expected: String) throws {
    #expect(try wrapped(text, width) == expected)
  }

  @Test(
    "counts characters, not bytes",
    arguments: [
      (5, "äöü äöü\n", "äöü\näöü\n"), (7, "äöü äöü\n", "äöü äöü\n"), (2, "👩‍👧👩‍👧👩‍👧\n", "👩‍👧👩‍👧\n👩‍👧\n"),
      (1, "e\u{301}e\u{301}", "e\u{301}\ne\u{301}"), (3, "🇩🇪🇫🇷 🇮🇹", "🇩🇪🇫🇷\n🇮🇹"),
    ])
  func graphemes(width: Int, text: String, expected: String) throws {
    #expect(try wrapped(text, width) == expected)
  }

  @Test("breaks a line with the line ending of the text")
  func endings() throws {
    #expect(try wrapped("aa bb\r\ncc dd\nee ff", 2) == "aa\r\nbb\r\ncc\ndd\nee\nff")
  }

  @Test("keeps invalid UTF-8 unchanged, each byte as wide as a character")
  func invalid() throws {
    let output = try TextPipeline.run(WrapTransform(width: 2), on: [0xFF, 0xFE, 0xFD, 0x0A])
    #expect(output == [0xFF, 0xFE, 0x0A, 0xFD, 0x0A])
  }

  @Test("accepts widths from 1 to 10000, by default 80")
  func arguments() throws {
    for bad in ["0", "10001", "-1", "", "7.5", "wide", "99999999999999999999", "+7", "٧"] {
      #expect(throws: TextFilterArgumentError.self) {
        try WrapFilter().makeTransform(argument: bad)
      }
    }
    let text = String(repeating: "a", count: 100)
    let wrapped = try TextPipeline.run(WrapFilter().makeTransform(argument: nil), on: text)
    #expect(wrapped.prefix { $0 != "\n" }.count == 80)
    for good in ["1", "10000"] { _ = try WrapFilter().makeTransform(argument: good) }
  }

  private func wrapped(_ text: String, _ width: Int) throws -> String {
    try TextPipeline.run(WrapFilter().makeTransform(argument: String(width)), on: text)
  }
}
