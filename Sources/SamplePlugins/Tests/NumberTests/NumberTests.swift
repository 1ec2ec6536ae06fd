import Testing
import TextFilterAPI
import TextTesting

@testable import Number

@Suite("Numbering")
struct NumberTests {
  @Test("writes what cat -n writes")
  func lines() throws {
    #expect(try numbered("a\n\nb\r\nc") == "     1\ta\n     2\t\n     3\tb\r\n     4\tc")
    #expect(try numbered("") == "")
    #expect(try numbered("\n") == "     1\t\n")
  }

  @Test("a number may be wider than six columns")
  func manyLines() throws {
    let output = try numbered(String(repeating: "\n", count: 1_000_001)).split(separator: "\n")
    #expect(output[9] == "    10\t")
    #expect(output[999_998] == "999999\t")
    #expect(output[999_999] == "1000000\t")
    #expect(output[1_000_000] == "1000001\t")
  }

  @Test("a line in several pieces has one number")
  func pieces() throws {
    let text = String(repeating: "x", count: 2 * LinePiece.longest + 1) + "\ny"
    #expect(try numbered(text) == "     1\t" + text.replacing("\n", with: "\n     2\t"))
  }

  @Test("accepts no argument")
  func argument() {
    #expect(throws: TextFilterArgumentError("takes no argument")) {
      try NumberFilter().makeTransform(argument: "1")
    }
  }

  private func numbered(_ text: String) throws -> String {
    try TextPipeline.run(NumberFilter().makeTransform(argument: nil), on: text)
  }
}
