@testable import CleanseGraph
@testable import CleanseGraphAnalysis
import Testing

@Suite("Paths to a key")
struct KeyPathsTests {
  private func paths(
    to name: String, in made: MadeUpGraph, limit: Int = 100
  ) -> (names: [[String]], reachedSearchLimit: Bool) {
    let graph = made.graph
    let found = KeyPaths(
      to: MadeUpGraph.key(name), in: graph, table: RequestTable(graph), limit: limit)
    return (
      found.paths.map { $0.map { graph.bindings[$0].key.description } }, found.reachedSearchLimit
    )
  }

  @Test("all of them are found, the shortest first")
  func all() {
    var made = MadeUpGraph(root: "R", requesting: ["A", "B"])
    made.bind("A", requesting: ["B"])
    made.bind("B", requesting: ["C", "K"])
    made.bind("C", requesting: ["~A", "K"])
    made.bind("K")
    #expect(
      paths(to: "K", in: made).names == [
        ["R", "B"], ["R", "A", "B"], ["R", "B", "C"], ["R", "A", "B", "C"],
      ])
    #expect(paths(to: "K", in: made, limit: 1).names == [["R", "B"]])
    #expect(paths(to: "K", in: made).reachedSearchLimit == false)
  }

  @Test("no path contains a cycle")
  func cycle() {
    var made = MadeUpGraph(root: "R", requesting: ["A"])
    made.bind("A", requesting: ["B"])
    made.bind("B", requesting: ["A", "K"])
    made.bind("K", requesting: ["A"])
    #expect(paths(to: "K", in: made).names == [["R", "A", "B"]])
    #expect(paths(to: "A", in: made).names == [["R"]])
  }

  // What a decorated binding depends on was unreachable from the root.
  @Test("a path leads through decorators to what they wrap")
  func decorators() {
    var made = MadeUpGraph(root: "R", requesting: ["A"])
    made.bind("A", by: "org.b", requesting: ["A", "B"], kind: .decorator)
    made.bind("A", requesting: ["K"])
    made.bind("B")
    made.bind("K")
    #expect(paths(to: "K", in: made).names == [["R", "A", "A"]])
    #expect(paths(to: "B", in: made).names == [["R", "A"]])
    #expect(paths(to: "A", in: made).names == [["R"]])
  }

  @Test("the root has an empty path, and an unreachable key has none")
  func ends() {
    var made = MadeUpGraph(root: "R", requesting: ["A"])
    made.bind("A")
    made.bind("B", requesting: ["K"])
    made.bind("K")
    #expect(paths(to: "R", in: made).names == [[]])
    #expect(paths(to: "K", in: made).names.isEmpty)
    #expect(paths(to: "B", in: made).names.isEmpty)
  }

  @Test("a missing key has a path, too")
  func missing() {
    let made = MadeUpGraph(root: "R", requesting: ["K"])
    #expect(paths(to: "K", in: made).names == [["R"]])
  }

  @Test("a path leads through contributions and into a subcomponent")
  func contributions() {
    var made = MadeUpGraph(root: "R", requesting: ["[C]"])
    made.bind("[C]", by: "a", requesting: ["K"], kind: .contribution)
    made.bind("[C]", by: "b", requesting: ["F"], kind: .contribution)
    let child = made.addComponent("Inner", root: "I")
    made.bind("F", kind: .subcomponent, making: child)
    made.bind("I", requesting: ["K"], component: child)
    made.bind("K")
    #expect(
      paths(to: "K", in: made).names == [["R", "[C]"], ["R", "[C]", "F", "I"]])
    #expect(paths(to: "I", in: made).names == [["R", "[C]", "F"]])
  }

  @Test("a replaced binding is on no path")
  func replaced() {
    var made = MadeUpGraph(root: "R", requesting: ["A"])
    made.bind("A", requesting: ["K"])
    made.bind("A", by: "o", override: 0)
    made.bind("K")
    #expect(paths(to: "K", in: made).names.isEmpty)
  }

  /// A number of layers of two bindings, each of which depends on both of the next layer.
  private func ladder(_ layers: Int) -> MadeUpGraph {
    var made = MadeUpGraph(root: "R", requesting: ["A0", "B0"])
    for layer in 0..<layers {
      let next = layer == layers - 1 ? ["K"] : ["A\(layer + 1)", "B\(layer + 1)"]
      made.bind("A\(layer)", requesting: next)
      made.bind("B\(layer)", requesting: next)
    }
    made.bind("K")
    return made
  }

  @Test("of exponentially many paths, the requested number is found")
  func exponential() {
    let found = paths(to: "K", in: ladder(200), limit: 50)
    #expect(found.names.count == 50)
    #expect(Set(found.names).count == 50)
    #expect(found.names.allSatisfy { $0.count == 201 })
    #expect(!found.reachedSearchLimit)
  }

  @Test("a search in which nearly every path is a dead end stops at its limit")
  func knot() {
    // All bindings depend on all others, and the key is reachable only from the first binding of a path.
    let names = (0..<40).map { "N\($0)" }
    var made = MadeUpGraph(root: "R", requesting: ["N0"])
    for name in names { made.bind(name, requesting: names + (name == "N0" ? ["K"] : [])) }
    made.bind("K")
    let found = paths(to: "K", in: made, limit: 10)
    #expect(found.names == [["R", "N0"]])
    #expect(found.reachedSearchLimit)
  }

  @Test("a path through 50,000 bindings is found, also with a cycle of all of them")
  func long() {
    var made = MadeUpGraph(root: "R", requesting: ["N0"])
    let count = 50_000
    for index in 0..<count {
      made.bind("N\(index)", requesting: [index == count - 1 ? "K" : "N\(index + 1)"])
    }
    made.bind("K", requesting: ["~N0"])
    #expect(paths(to: "K", in: made).names.map(\.count) == [count + 1])
  }
}
