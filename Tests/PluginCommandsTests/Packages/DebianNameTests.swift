@testable import CleanseFindingReports
@testable import CleansePluginCommands
import CleansePluginHost
import CleanseSupport
import Testing

@Suite("A name in Debian")
struct DebianNameTests {
  private func contract(_ version: String) throws -> Contract {
    Contract(
      identifier: "org.example.greeting", version: try SemanticVersion(version),
      build: "0123456789abcdef")
  }

  @Test("of a contract has the number of the versions that are compatible")
  func contracts() throws {
    for (version, number) in [("1.2.3", "1"), ("12.0.0-rc.1", "12"), ("0.3.1", "0.3")] {
      let name = try DebianName.versions(of: contract(version))
      #expect(name == "cleanse-contract-org.example.greeting+\(number)")
    }
    #expect(
      try DebianName.build(of: contract("1.0.0"))
        == "cleanse-contract-org.example.greeting+build-0123456789abcdef")
  }

  @Test("can't have capital letters, and no other signs than those of identifiers")
  func refused() {
    for text in ["org.example.Hello", "org.example.h_1", "a+b", "a b", "ä.b", "a,b", "a\n"] {
      #expect(throws: CommandFailure.self) { try DebianName.plugin(text) }
    }
    let failure = #expect(throws: CommandFailure.self) {
      try DebianName.plugin("org.example.Hello")
    }
    #expect(
      failure?.message == "`org.example.Hello` can't be a part of the name of a Debian package")
  }

  @Test("has a limit, since the name of a file has one")
  func length() throws {
    let longest = "a." + String(repeating: "b", count: 126)
    #expect(try DebianName.plugin(longest).utf8.count < 160)
    #expect(throws: CommandFailure.self) { try DebianName.plugin(longest + "b") }
  }

  @Test("of a compiler is that of a release")
  func compilers() throws {
    #expect(
      try DebianName.compiler("Swift version 6.3.1 (swift-6.3.1-RELEASE)") == "cleanse-swift-6.3.1")
    for text in [
      "", "Swift version 6.4-dev (LLVM 0123456, Swift 89abcde)", "Swift version 6.3.1",
      "Swift version 6.3.1 (swift-6.3.2-RELEASE)", "Swift version 6.3 (swift-6.3-RELEASE), x",
    ] {
      #expect(throws: CommandFailure.self) { try DebianName.compiler(text) }
    }
  }
}

@Suite("A version in Debian")
struct DebianVersionTests {
  @Test("sorts a pre-release before the release")
  func versions() throws {
    for (text, expected) in [
      ("1.0.0", "1.0.0"), ("1.0.0-rc.1", "1.0.0~rc.1"), ("1.0.0-rc.1+b2", "1.0.0~rc.1+b2"),
      ("0.1.0+2026", "0.1.0+2026"),
    ] {
      #expect(try DebianVersion(SemanticVersion(text)).description == expected)
    }
  }

  @Test("has no second hyphen, which would separate a revision")
  func hyphens() throws {
    for text in ["1.0.0-rc-1", "1.0.0+a-b", "1.0.0--"] {
      let version = try SemanticVersion(text)
      #expect(throws: CommandFailure.self) { try DebianVersion(version) }
    }
  }

  @Test("of a range excludes the pre-releases of what it excludes")
  func ranges() throws {
    for (range, expected) in [
      (">=1.0.0 <2.0.0", ["p (>= 1.0.0)", "p (<< 2.0.0~)"]), ("1.0.0", ["p (= 1.0.0)"]),
      (">1.0.0 <=1.2.0-rc.1", ["p (>> 1.0.0)", "p (<= 1.2.0~rc.1)"]),
      ("<2.0.0-rc.1", ["p (<< 2.0.0~rc.1)"]),
    ] {
      #expect(try VersionRange(range).dependencies(on: "p") == expected)
    }
    #expect(throws: CommandFailure.self) {
      try VersionRange(">=1.0.0-a-b").dependencies(on: "p")
    }
  }
}

@Suite("The maintainer of a package")
struct DebianMaintainerTests {
  private func maintainer(
    _ environment: [String: String] = [:], authors: [String] = []
  ) throws -> String {
    try DebianMaintainer(environment, authors: authors).description
  }

  @Test("is that of the variables, else an author with an address")
  func sources() throws {
    let variables = ["DEBFULLNAME": "Ann Example", "DEBEMAIL": "ann@example.org"]
    #expect(try maintainer(variables, authors: ["Ben"]) == "Ann Example <ann@example.org>")
    #expect(
      try maintainer(["DEBEMAIL": "ann@example.org"], authors: ["Ben"]) == "Ben <ann@example.org>")
    #expect(
      try maintainer(["DEBEMAIL": "", "EMAIL": "ben@example.org"], authors: ["Ben <b@c>"])
        == "Ben <ben@example.org>")
    #expect(try maintainer(["DEBEMAIL": "Ann <ann@example.org>"]) == "Ann <ann@example.org>")
    #expect(try maintainer(authors: ["Ann", "Ben Ü <b@example.org>"]) == "Ben Ü <b@example.org>")
  }

  @Test("is one name and one address, in one line")
  func refused() {
    for author in [
      "Ann", "", "<a@b>", " <a@b>", "Ann <a>", "Ann <a@b", "Ann <a@b> and Ben", "A, B <a@b>",
      "Ann <a@b>\nDepends: x", "Ann <a@b@c>", "Ann <a @b>",
    ] {
      #expect(throws: CommandFailure.self, "\(author)") { try maintainer(authors: [author]) }
    }
    #expect(throws: CommandFailure.self) {
      try maintainer(["DEBEMAIL": "a@b\nDepends: x"], authors: ["Ann"])
    }
    #expect(throws: CommandFailure.self) { try maintainer(["DEBEMAIL": "a@b"]) }
  }
}
