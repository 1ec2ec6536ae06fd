@testable import CleansePluginFiles
import CleanseSupport
import Testing

@Suite("SearchPath")
struct SearchPathTests {
  @Test("directories keep their order, and an empty one is the working directory")
  func order() {
    #expect(SearchPath.directories("/a:b::/c/", origin: "/o") == ["/a", "b", ".", "/c/"])
    #expect(
      SearchPath.directories(Array("/a;/b:/c".utf8), separators: ":;", origin: "/o") == [
        "/a", "/b", "/c",
      ])
    #expect(SearchPath.directories("/a;/b", origin: "/o") == ["/a;/b"])
    #expect(SearchPath.directories("", origin: "/o") == [])
  }

  @Test(
    "the dynamic linker's variables are expanded, others are kept")
  func variables() {
    let machine = Machine.host.description
    let platforms = [machine] + (machine == "x86_64" ? ["haswell", "xeon_phi"] : [])
    let found = SearchPath.directories(
      "$ORIGIN:${ORIGIN}/../x:/p/$PLATFORM:$OTHER", origin: "/o")
    #expect(
      found.map(\.text) == ["/o", "/o/../x"] + platforms.map { "/p/\($0)" } + ["$OTHER"])
    #expect(
      SearchPath.directories("/a/${LIB}/b:/c", origin: "/o")
        == ["/a/lib/\(machine)-linux-gnu/b", "/a/lib64/b", "/a/lib/b", "/c"])
  }

  @Test("a variable with several possible values is marked as a guess")
  func guesses() {
    #expect(SearchPath.guesses("/a:$ORIGIN/b::$OTHER", origin: "/o") == [:])
    let guesses = SearchPath.guesses("/a:/b/$LIB", origin: "/o").sorted { $0.value < $1.value }
    #expect(guesses.map(\.key) == SearchPath.directories("/b/$LIB", origin: "/o"))
  }

  // The dynamic linker takes such a directory as it is.
  @Test("a name that only begins with that of a variable is kept, unless the variable is in braces")
  func longerNames() {
    #expect(
      SearchPath.directories("$ORIGINS:$ORIGIN_:${ORIGIN}S:$ORIGIN-S", origin: "/o")
        == ["$ORIGINS", "$ORIGIN_", "/oS", "/o-S"])
  }

  // A colon and the combining mark after it are one `Character`.
  @Test("a combining mark after a colon begins the next directory")
  func combiningMark() {
    #expect(
      SearchPath.directories("/a:\u{301}d:$ORIGIN", origin: "/o") == ["/a", "\u{301}d", "/o"])
    #expect(
      SearchPath.directories("$ORIGIN\u{301}", origin: "/o") == ["/o\u{301}"])
  }

  // Each sign copied all that preceded it, so 64 kB of them took minutes and gigabytes.
  @Test("a long text with many signs or variables is not copied for each", .timeLimit(.minutes(1)))
  func manySigns() {
    let signs = FilePath(bytes: Array(repeating: UInt8(ascii: "$"), count: 4000))
    #expect(SearchPath.expansions(of: signs, origin: "/o") == [signs])
    for text in ["$", "$ORIGIN", "$LIB", "x"] {
      let path = String(repeating: text, count: 65_536 / text.utf8.count)
      #expect(SearchPath.directories("\(path):/a", origin: "/o") == ["/a"])
    }
  }

  @Test("a directory that is too long for the system is left out")
  func longDirectory() {
    let longest = "/" + String(repeating: "a", count: 4094)
    #expect(
      SearchPath.directories("\(longest)a:\(longest):/b", origin: "/o").map(\.text)
        == [longest, "/b"])
  }
}
