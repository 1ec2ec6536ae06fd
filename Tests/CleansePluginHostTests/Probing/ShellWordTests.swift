@testable import CleansePluginProbing
import CleanseTestSupport
import Glibc
import Testing

@Suite("A quoted shell word")
struct ShellWordTests {
  /// The output of the shell for a line that prints the words after it, with a mark after each.
  private func shell(_ words: [String], in scratch: TemporaryDirectory) throws -> [UInt8] {
    let line = "printf '%s\\001' " + words.map(ShellWord.of).joined(separator: " ")
    let script = try scratch.write(line, to: "script")
    let outcome = try ChildProcess(program: "/bin/sh", arguments: [script]).run()
    #expect(outcome.status == 0)
    return outcome.output
  }

  private func expect(_ words: [String]) throws {
    let expected: [UInt8] = words.flatMap { (word: String) -> [UInt8] in Array(word.utf8) + [1] }
    #expect(try shell(words, in: TemporaryDirectory()) == expected)
  }

  @Test("keeps its text, whatever the characters")
  func hostile() throws {
    try expect([
      "", "a", "a b", "'", "''", "a'b", "'a'", "\"", "\\", "$HOME", "${HOME}", "`id`", "$(id)",
      "*", "?", "[a]", "~", "~root", "#", "a#b", "!", "&", "|", ";", "<", ">", "(", ")", "{a,b}",
      "\n", "a\nb", "\t", "\r\n", "\u{1B}[2J", "-n", "--", "a=b", "ä", "\u{202E}", "\u{301}",
      // A quote and a combining mark are one character to Swift, and two to the shell.
      "'\u{301}", "a'\u{301} $HOME '\u{301}", "'\u{200D}; id; '\u{200D}",
    ])
  }

  @Test("keeps random texts")
  func random() throws {
    var generator = SeededGenerator.announced("words for the shell")
    let scalars = Array("ab'\"\\$`*?[]{}()<>|&;#~!= \n\t-\u{301}\u{200D}ä🙂".unicodeScalars)
    try expect(
      (0..<500).map { _ in
        var view = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0..<10, using: &generator) {
          view.append(scalars.randomElement(using: &generator) ?? "a")
        }
        return String(view)
      })
  }

  @Test("has no quotes if it needs none")
  func plain() {
    for word in ["plugins/libWords.so", "/usr/lib/a-b_c.1+2:3@4%,=", "äöü"] {
      #expect(ShellWord.of(word) == word)
    }
  }
}
