@testable import CleansePluginFiles
import CleanseSupport
import CleanseTestSupport
import Testing

@Suite("Lookups of directory entries")
struct PathLookupsTests {
  private let scratch: TemporaryDirectory
  private var lookups = PathLookups()

  init() throws {
    scratch = try TemporaryDirectory()
  }

  /// The lookups beyond those of the temporary directory.
  private mutating func count(_ name: String) -> Int {
    lookups.cost(of: FilePath(scratch.path(of: name))).lookups
      - lookups.cost(ofDirectory: FilePath(scratch.path)).lookups
  }

  @Test("each component counts, with those of the links on the way")
  mutating func links() throws {
    try scratch.makeDirectory("a/b")
    try scratch.link("short", to: "a/b")
    try scratch.link("long", to: "a/../a/./b/../../short")
    try scratch.link("loop", to: "loop")
    #expect(count("none") == 1)
    #expect(count("a/b") == 2)
    #expect(count("short") == 1 + 2)
    #expect(count("long/none") == 1 + 8 + 2 + 1)
    #expect(count("loop") == 1 + 40)
  }

  @Test("what is known costs no lookups of its own")
  mutating func known() throws {
    try scratch.makeDirectory("a")
    let path = FilePath(scratch.path(of: "a"))
    let first = lookups.cost(ofDirectory: path)
    let second = lookups.cost(ofDirectory: path)
    #expect(first.own > 0)
    #expect(second.own == 0)
    #expect(first.lookups == second.lookups)
  }
}
