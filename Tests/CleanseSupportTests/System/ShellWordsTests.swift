import CleanseSupport
import Testing

@Suite("The words of a shell")
struct ShellWordsTests {
  // Blanks separated the words of CFLAGS, so an option with a blank could not be given.
  @Test("are separated by blanks outside of quotes")
  func words() throws {
    let text = " -O1\t\"-DX=a b\" 'c\"d' e\\ f \"\" "
    #expect(try ShellWords.of(text) == ["-O1", "-DX=a b", "c\"d", "e f", ""])
    #expect(try ShellWords.of("") == [])
    #expect(try ShellWords.of("$CLEANSE_NO_SUCH_VARIABLE") == [])
  }

  @Test("of a text that a shell would interpret, or can't read, are an error")
  func refusals() {
    for (text, refusal) in [
      ("a;b", ShellWords.Refusal.character), ("a\nb", .character), ("-DF(x)=1", .character),
      ("$(touch /tmp/x)", .command), ("`id`", .command), ("'a", .syntax), ("\"a", .syntax),
    ] {
      #expect(throws: refusal, "\(text)") { try ShellWords.of(text) }
    }
  }
}
