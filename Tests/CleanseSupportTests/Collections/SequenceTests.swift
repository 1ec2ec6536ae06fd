import CleanseSupport
import Testing

@Suite("Elements without repetitions, and in groups")
struct SequenceTests {
  @Test("each element is kept once, where it occurs first")
  func distinct() {
    #expect(["b", "a", "b", "c", "a"].distinct() == ["b", "a", "c"])
    #expect([Int]().distinct().isEmpty)
  }

  @Test("groups have the order of their first elements, and elements that of the sequence")
  func grouped() {
    let groups = [3, 1, 2, 5, 4].grouped { $0.isMultiple(of: 2) }
    #expect(groups.map(\.key) == [false, true])
    #expect(groups.map(\.elements) == [[3, 1, 5], [2, 4]])
  }

  @Test("a dictionary of pairs has the first value of each key")
  func first() {
    #expect(Dictionary(keepingFirst: [("a", 1), ("b", 2), ("a", 3)]) == ["a": 1, "b": 2])
  }
}
