import FoundationEssentials
import CleanseSupport
import Testing

struct SemanticVersionTests {
  /// The examples of semver.org §11, and some edge cases.
  @Test(
    "versions are ordered by precedence",
    arguments: [
      ["1.0.0", "2.0.0", "2.1.0", "2.1.1"],
      ["1.0.0-alpha", "1.0.0"],
      [
        "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2",
        "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0",
      ],
      ["1.0.0-9", "1.0.0-10", "1.0.0-99999999999999999999999", "1.0.0--", "1.0.0-A", "1.0.0-a"],
      ["0.9.9", "0.10.0", "1.0.0-0", "1.0.0", "1.0.1-0"],
    ])
  func precedence(ascending texts: [String]) throws {
    let versions = try texts.map { try SemanticVersion($0) }
    for (i, left) in versions.enumerated() {
      for (j, right) in versions.enumerated() {
        #expect((left < right) == (i < j), "\(left) < \(right)")
        #expect((left == right) == (i == j), "\(left) == \(right)")
      }
    }
  }

  @Test("build metadata is kept, but does not affect precedence")
  func buildMetadata() throws {
    let plain = try SemanticVersion("1.0.0")
    let built = try SemanticVersion("1.0.0+20130313144700.sha-5114f85")
    #expect(plain == built)
    #expect(!(plain < built) && !(built < plain))
    #expect(plain.hashValue == built.hashValue)
    #expect(built.description == "1.0.0+20130313144700.sha-5114f85")
    #expect(built.build == ["20130313144700", "sha-5114f85"])
  }

  @Test(
    "valid versions print as they were written",
    arguments: [
      "0.0.0", "1.0.0-x.7.z.92", "1.0.0-x-y-z.--", "1.0.0-alpha+001", "1.0.0-0A.is.legal",
      "1.0.0+21AF26D3----117B344092BD", "9223372036854775807.0.0",
    ])
  func roundTrip(text: String) throws {
    let version = try SemanticVersion(text)
    #expect(version.description == text)
    let json = try JSONEncoder().encode([version])
    #expect(try JSONDecoder().decode([SemanticVersion].self, from: json) == [version])
    #expect(String(decoding: json, as: UTF8.self) == "[\"\(text)\"]")
  }

  @Test(
    "invalid versions are rejected with the reason",
    arguments: [
      ("", "three numbers are needed, as in `1.0.0`"),
      ("1.0", "three numbers are needed, as in `1.0.0`"),
      ("1.0.0.0", "three numbers are needed, as in `1.0.0`"),
      ("v1.0.0", "`v1` is not a number"),
      ("1..0", "`` is not a number"),
      ("1.0.٣", "`٣` is not a number"),
      ("1. 0.0", "` 0` is not a number"),
      ("-1.0.0", "three numbers are needed, as in `1.0.0`"),
      ("01.0.0", "`01` has a leading zero"),
      ("1.9223372036854775808.0", "`9223372036854775808` is too large"),
      ("1.0.0-", "an empty part in the pre-release"),
      ("1.0.0-a..b", "an empty part in the pre-release"),
      ("1.0.0-01", "`01` in the pre-release has a leading zero"),
      ("1.0.0-ä", "`ä` in the pre-release is not made of letters, digits and hyphens"),
      ("1.0.0+", "an empty part in the build metadata"),
      ("1.0.0+a+b", "`a+b` in the build metadata is not made of letters, digits and hyphens"),
      ("1.0.0\n", "`0\\u{A}` is not a number"),
    ])
  func refusal(text: String, reason: String) {
    let quoted = text == "1.0.0\n" ? "1.0.0\\u{A}" : text
    #expect(
      throws: FieldError(message: "`\(quoted)` is not a semantic version: \(reason)")
    ) { try SemanticVersion(text) }
  }

  @Test("a version of more than 255 bytes is rejected")
  func length() throws {
    let longest = "1.0.0-" + String(repeating: "a", count: 249)
    #expect(try SemanticVersion(longest).description == longest)
    #expect(throws: FieldError(message: "is longer than 255 bytes")) {
      try SemanticVersion(longest + "a")
    }
  }
}
