import FoundationEssentials
import CleanseSupport
import Testing

struct VersionRangeTests {
  @Test(
    "a range contains the versions for which all comparators hold",
    arguments: [
      (">=1.0.0 <2.0.0", ["1.0.0", "1.9.9", "1.0.0+x"], ["0.9.9", "2.0.0", "2.0.0+x"]),
      (">1.0.0", ["1.0.1", "99.0.0"], ["1.0.0", "1.0.0+x"]),
      ("<=1.0.0", ["0.0.0", "1.0.0"], ["1.0.1"]),
      ("1.2.3", ["1.2.3", "1.2.3+x"], ["1.2.4", "1.2.3-a"]),
      ("=1.2.3", ["1.2.3"], ["1.2.2"]),
      ("<1.0.0   >=0.5.0 >0.5.0", ["0.5.1"], ["0.5.0", "1.0.0"]),
      (">2.0.0 <1.0.0", [], ["0.0.0", "1.5.0", "3.0.0"]),
    ])
  func contains(range: String, inside: [String], outside: [String]) throws {
    let range = try VersionRange(range)
    for version in inside { #expect(range.contains(try SemanticVersion(version)), "\(version)") }
    for version in outside { #expect(!range.contains(try SemanticVersion(version)), "\(version)") }
  }

  @Test(
    "a pre-release is contained only if a comparator names one of the same numbers",
    arguments: [
      (">=1.0.0 <2.0.0", "2.0.0-rc.1", false),
      (">=1.0.0", "1.1.0-rc.1", false),
      (">=1.0.0-rc.1", "1.0.0-rc.2", true),
      (">=1.0.0-rc.1", "1.0.0-beta", false),
      (">=1.0.0-rc.1", "1.1.0-rc.1", false),
      (">=1.0.0-rc.1", "1.1.0", true),
      ("1.0.0-rc.1", "1.0.0-rc.1", true),
    ])
  func prerelease(range: String, version: String, expected: Bool) throws {
    #expect(try VersionRange(range).contains(SemanticVersion(version)) == expected)
  }

  @Test("a range is printed and encoded in canonical form")
  func description() throws {
    let range = try VersionRange("  1.0.0   <=2.0.0 ")
    #expect(range.description == "=1.0.0 <=2.0.0")
    let json = try JSONEncoder().encode([range])
    #expect(try JSONDecoder().decode([VersionRange].self, from: json) == [range])
  }

  @Test(
    "invalid ranges are rejected with the reason",
    arguments: [
      ("", "is empty; a range is written as in `>=1.0.0 <2.0.0`"),
      ("  ", "is empty; a range is written as in `>=1.0.0 <2.0.0`"),
      (">= 1.0.0", "`>=` lacks a version; no space may follow it, as in `>=1.0.0`"),
      ("^1.0.0", "`^1.0.0` is not a semantic version: `^1` is not a number"),
      ("==1.0.0", "`=1.0.0` is not a semantic version: `=1` is not a number"),
      (
        ">=1.0.0,<2.0.0",
        "`1.0.0,<2.0.0` is not a semantic version: three numbers are needed, as in `1.0.0`"
      ),
      (
        ">=1.0.0\t<2.0.0",
        "`1.0.0\\u{9}<2.0.0` is not a semantic version: three numbers are needed, as in `1.0.0`"
      ),
      (String(repeating: "1.0.0 ", count: 43), "is longer than 255 bytes"),
    ])
  func refusal(text: String, message: String) {
    #expect(throws: FieldError(message: message)) { try VersionRange(text) }
  }
}
