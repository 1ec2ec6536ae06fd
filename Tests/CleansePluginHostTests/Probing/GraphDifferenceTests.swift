@testable import CleanseGraph
@testable import PluginProbing
import Testing

@Suite("The difference of two recordings")
struct GraphDifferenceTests {
  /// A graph that binds the types of these names.
  private func graph(_ names: String, reported: [Diagnostic] = []) -> BindingGraph {
    BindingGraph(
      components: [.init(name: "C", root: Key(type: "R", typeName: "R"))],
      bindings: names.enumerated().map { place, name in
        Binding(
          id: place, component: 0, key: Key(type: "\(name)", typeName: "\(name)"), kind: .single)
      }, reported: reported)
  }

  private func names(_ bindings: [Binding]) -> String {
    bindings.map(\.key.typeName).joined()
  }

  @Test("of equal ones is none", arguments: ["", "A", "AB", "AAB"])
  func equal(bound: String) {
    #expect(GraphDifference(graph(bound), graph(bound)) == nil)
  }

  @Test(
    "tells what only one of them has, as often as it has it more",
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

  @Test("of the same bindings that differ in something else tells no binding")
  func other() throws {
    let reported = Diagnostic("app/late", .error, "late")
    let difference = try #require(
      GraphDifference(graph("A"), graph("A", reported: [reported])))
    #expect(difference.isOrder)
  }

  @Test("takes a binding that says more for another one")
  func details() throws {
    var binding = graph("A").bindings[0]
    binding.scope = "S"
    let other = BindingGraph(components: graph("A").components, bindings: [binding])
    let difference = try #require(GraphDifference(graph("A"), other))
    #expect(difference.onlyFirst.count == 1 && difference.onlySecond == [binding])
  }
}
