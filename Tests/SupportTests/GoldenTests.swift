import CleanseTestSupport
import Testing

@Suite(
  "A golden file",
  .disabled(
    if: isUpdatingGoldenFiles, "with CLEANSE_UPDATE_GOLDEN=1, every text is accepted"))
struct GoldenTests {
  @Test("is compared with the text byte by byte")
  func equal() {
    expectGolden("one\ntwo\n\nfour", "numbers")
    expectGolden("one\ntwo\n\nfour\n", "numbers", terminator: "")
  }

  @Test(
    "that differs from the text is an issue with the different lines",
    arguments: [
      ("one\ntwo\n\n4", ["- 4: \"four\"", "+ 4: \"4\""]),
      ("one\r\ntwo\n\nfour", ["- 1: \"one\"", "+ 1: \"one\\r\""]),
      ("two\n\nfour\nfive\n", ["- 1: \"one\"", "+ 4: \"five\"", "+ 5: \"\""]),
    ])
  func different(text: String, lines: [String]) {
    withKnownIssue {
      expectGolden(text, "numbers")
    } matching: { issue in
      let comment = issue.comments.first?.rawValue ?? ""
      return comment.split(separator: "\n").dropFirst().map(String.init) == lines
    }
  }

  @Test("that is missing is an issue")
  func missing() {
    withKnownIssue {
      expectGolden("one", "missing")
    } matching: { issue in
      issue.comments.first?.rawValue.contains("missing.golden is missing") == true
    }
  }
}
