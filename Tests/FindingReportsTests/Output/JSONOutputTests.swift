@testable import CleanseFindingReports
import Testing

@Suite("JSON")
struct JSONOutputTests {
  private struct Document: ReportDocument {
    var schema = "cleanse-test/1"
    var path = "/a/b"
    var another = "x\u{1B}\u{7F}\u{9B}\u{202E}ü\u{200B}\u{E0041}"
  }

  @Test("keys are sorted, slashes are not escaped, and control characters are")
  func document() throws {
    let text = try JSONOutput.text(of: Document())
    #expect(
      text == #"""
        {
          "another" : "x\u001b\u007f\u009b\u202eü\u200b\udb40\udc41",
          "path" : "/a/b",
          "schema" : "cleanse-test/1"
        }

        """#)
  }
}
