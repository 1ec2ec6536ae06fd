@testable import CleanseGraph
@testable import GraphAnalysis
import Testing

@Suite("Ways to a key")
struct KeyPathsTests {
  private func paths(
    to name: String, in made: MadeUpGraph, wanted: Int = 100
  ) -> (names: [[String]], isCutShort: Bool) {
    let graph = made.graph
    let found = KeyPaths(
      to: MadeUpGraph.key(name), in: graph, answers: Answers(graph), wanted: wanted)
    return (
      found.paths.map { $0.map { graph.bindings[$0].key.description } }, found.isCutShort
    )
  }

  @Test("all of them are found, the shortest first")
  func all() {
    var made = MadeUpGraph(root: "R", asking: ["A", "B"])
    made.bind("A", asking: ["B"])
    made.bind("B", asking: ["C", "K"])
    made.bind("C", asking: ["~A", "K"])
    made.bind("K")
    #expect(
      paths(to: "K", in: made).names == [
        ["R", "B"], ["R", "A", "B"], ["R", "B", "C"], ["R", "A", "B", "C"],
      ])
    #expect(paths(to: "K", in: made, wanted: 1).names == [["R", "B"]])
    #expect(paths(to: "K", in: made).isCutShort == false)
  }

  @Test("a ring is gone round by nobody")
  func ring() {
    var made = MadeUpGraph(root: "R", asking: ["A"])
    made.bind("A", asking: ["B"])
    made.bind("B", asking: ["A", "K"])
    made.bind("K", asking: ["A"])
    #expect(paths(to: "K", in: made).names == [["R", "A", "B"]])
    #expect(paths(to: "A", in: made).names == [["R"]])
  }

  @Test("the root needs no way, and what it does not lead to has none")
  func ends() {
    var made = MadeUpGraph(root: "R", asking: ["A"])
    made.bind("A")
    made.bind("B", asking: ["K"])
    made.bind("K")
    #expect(paths(to: "R", in: made).names == [[]])
    #expect(paths(to: "K", in: made).names.isEmpty)
    #expect(paths(to: "B", in: made).names.isEmpty)
  }

  @Test("what is asked for and bound by nothing has a way, too")
  func missing() {
    let made = MadeUpGraph(root: "R", asking: ["K"])
    #expect(paths(to: "K", in: made).names == [["R"]])
  }

  @Test("a way goes through each contribution, and into an inner component")
  func contributions() {
    var made = MadeUpGraph(root: "R", asking: ["[C]"])
    made.bind("[C]", by: "a", asking: ["K"], kind: .contribution)
    made.bind("[C]", by: "b", asking: ["F"], kind: .contribution)
    let inner = made.addComponent("Inner", root: "I")
    made.bind("F", kind: .subcomponent, making: inner)
    made.bind("I", asking: ["K"], component: inner)
    made.bind("K")
    #expect(
      paths(to: "K", in: made).names == [["R", "[C]"], ["R", "[C]", "F", "I"]])
    #expect(paths(to: "I", in: made).names == [["R", "[C]", "F"]])
  }

  @Test("what is replaced leads nowhere")
  func replaced() {
    var made = MadeUpGraph(root: "R", asking: ["A"])
    made.bind("A", asking: ["K"])
    made.bind("A", by: "o", override: 0)
    made.bind("K")
    #expect(paths(to: "K", in: made).names.isEmpty)
  }

  /// So many layers of two, each of which asks for both of the next.
  private func ladder(_ layers: Int) -> MadeUpGraph {
    var made = MadeUpGraph(root: "R", asking: ["A0", "B0"])
    for layer in 0..<layers {
      let next = layer == layers - 1 ? ["K"] : ["A\(layer + 1)", "B\(layer + 1)"]
      made.bind("A\(layer)", asking: next)
      made.bind("B\(layer)", asking: next)
    }
    made.bind("K")
    return made
  }

  @Test("of more than can be counted as many are found as are wanted")
  func exponential() {
    let found = paths(to: "K", in: ladder(200), wanted: 50)
    #expect(found.names.count == 50)
    #expect(Set(found.names).count == 50)
    #expect(found.names.allSatisfy { $0.count == 201 })
    #expect(!found.isCutShort)
  }

  @Test("a knot in which nearly every way gets stuck is given up on")
  func knot() {
    // Everybody needs everybody, and the key lies behind one that the way has to begin with.
    let names = (0..<40).map { "N\($0)" }
    var made = MadeUpGraph(root: "R", asking: ["N0"])
    for name in names { made.bind(name, asking: names + (name == "N0" ? ["K"] : [])) }
    made.bind("K")
    let found = paths(to: "K", in: made, wanted: 10)
    #expect(found.names == [["R", "N0"]])
    #expect(found.isCutShort)
  }

  @Test("a way through 50,000 bindings is found, also with a ring round all of them")
  func long() {
    var made = MadeUpGraph(root: "R", asking: ["N0"])
    let count = 50_000
    for place in 0..<count {
      made.bind("N\(place)", asking: [place == count - 1 ? "K" : "N\(place + 1)"])
    }
    made.bind("K", asking: ["~N0"])
    #expect(paths(to: "K", in: made).names.map(\.count) == [count + 1])
  }
}
