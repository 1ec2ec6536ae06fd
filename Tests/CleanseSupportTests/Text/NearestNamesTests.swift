import Testing

@testable import CleanseSupport

@Suite("The nearest names")
struct NearestNamesTests {
  @Test(
    "the distance counts insertions, deletions, replacements and transpositions",
    arguments: [
      ("list", "list", 0), ("lsit", "list", 1), ("lis", "list", 1), ("lists", "list", 1),
      ("", "list", 4), ("list", "", 4), ("LIST", "list", 0), ("kitten", "sitting", 3),
    ])
  func distance(left: String, right: String, expected: Int) {
    #expect(NearestNames.distance(left, right) == expected)
    #expect(NearestNames.distance(right, left) == expected)
  }

  @Test("the nearest candidates come first, and distant ones are omitted")
  func nearest() {
    let names = ["list", "show", "validate", "run", "help"]
    #expect(NearestNames.of("valdiate", among: names) == ["validate"])
    #expect(NearestNames.of("val", among: names) == ["validate"])
    #expect(NearestNames.of("val", among: names, takesBeginnings: false).isEmpty)
    #expect(NearestNames.of("rnu", among: names) == ["run"])
    #expect(NearestNames.of("frobnicate", among: names).isEmpty)
    #expect(NearestNames.ranked(by: "hlep", names).first == "help")
    #expect(NearestNames.ranked(by: "hlep", names).count == names.count)
  }

  @Test(
    "among few candidates, every second letter may be wrong",
    arguments: [
      ("limt", "limit"), ("limit", "limit"), ("depht", "depth"), ("dxpxh", "depth"), ("xyz", nil),
      ("", nil),
    ])
  func half(name: String, expected: String?) {
    #expect(NearestNames.first(name, among: ["limit", "depth"], within: .half) == expected)
  }

  @Test("a word of a million letters takes no time")
  func long() {
    #expect(NearestNames.of(String(repeating: "x", count: 1_000_000), among: ["list"]).isEmpty)
  }
}
