@testable import CleanseGraph
@testable import CleansePluginProbing
import Testing

@Suite("The difference of two recordings")
struct GraphDifferenceTests {
  /// A graph with bindings of the types with these names.
  private func graph(_ names: String, reported: [Diagnostic] = []) -> BindingGraph {
    BindingGraph(
      components: [.init(name: "C", root: Key(type: "R", typeName: "R"))],
      bindings: names.enumerated().map { index, name in
        Binding(
          id: BindingIndex(index), component: 0, key: Key(type: "\(name)", typeName: "\(name)"),
          kind: .single)
      }, reported: reported)
  }

  private func names(_ bindings: [Binding]) -> String {
    bindings.map(\.key.typeName).joined()
  }

  @Test("equal recordings have none", arguments: ["", "A", "AB", "AAB"])
  func equal(bound: String) {
    #expect(GraphDifference(graph(bound), graph(bound)) == nil)
  }

  @Test(
    "it has the bindings that only one recording has, as often as it has more of them",
    arguments: [
      ("AB", "AC", "B", "C"), ("", "A", "", "A"), ("A", "", "A", ""), ("AAA", "A", "AA", ""),
      ("AAB", "ABB", "A", "B"), ("ABC", "CBA", "", ""), ("AB", "ZAB", "", "Z"),
    ])
  func surplus(first: String, second: String, onlyFirst: String, onlySecond: String) throws {
    let difference = try #require(GraphDifference(graph(first), graph(second)))
    #expect(names(difference.onlyFirst) == onlyFirst)
    #expect(names(difference.onlySecond) == onlySecond)
    #expect(difference.isOrder == (onlyFirst.isEmpty && onlySecond.isEmpty))
  }

  @Test("recordings that differ in something else have a difference without bindings")
  func other() throws {
    let reported = Diagnostic("app/late", .error, "late")
    let difference = try #require(
      GraphDifference(graph("A"), graph("A", reported: [reported])))
    #expect(difference.isOrder)
  }

  @Test("a binding with more details is another binding")
  func details() throws {
    var binding = graph("A").bindings[0]
    binding.scope = "S"
    let other = BindingGraph(components: graph("A").components, bindings: [binding])
    let difference = try #require(GraphDifference(graph("A"), other))
    #expect(difference.onlyFirst.count == 1 && difference.onlySecond == [binding])
  }
}
