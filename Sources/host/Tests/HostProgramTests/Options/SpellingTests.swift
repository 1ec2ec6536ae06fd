import Testing

@testable import HostProgram

@Suite("Spelling")
struct SpellingTests {
  @Test(
    "the distance counts insertions, deletions, replacements and swaps",
    arguments: [
      ("list", "list", 0), ("lsit", "list", 1), ("lis", "list", 1), ("lists", "list", 1),
      ("", "list", 4), ("list", "", 4), ("LIST", "list", 0), ("kitten", "sitting", 3),
    ])
  func distance(left: String, right: String, expected: Int) {
    #expect(Spelling.distance(left, right) == expected)
    #expect(Spelling.distance(right, left) == expected)
  }

  @Test("the nearest come first and far ones not at all")
  func nearest() {
    let names = ["list", "show", "validate", "run", "help"]
    #expect(Spelling.nearest(to: "valdiate", in: names) == ["validate"])
    #expect(Spelling.nearest(to: "val", in: names) == ["validate"])
    #expect(Spelling.nearest(to: "rnu", in: names) == ["run"])
    #expect(Spelling.nearest(to: "frobnicate", in: names).isEmpty)
    #expect(Spelling.ranked(by: "hlep", names).first == "help")
    #expect(Spelling.ranked(by: "hlep", names).count == names.count)
  }

  @Test("a word of a million letters is answered at once")
  func long() {
    #expect(Spelling.nearest(to: String(repeating: "x", count: 1_000_000), in: ["list"]).isEmpty)
  }
}
