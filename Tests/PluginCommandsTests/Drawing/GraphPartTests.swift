@testable import CleanseGraph
@testable import CleanseGraphRendering
import Testing

@Suite("A part of a drawing")
struct GraphPartTests {
  /// A chain of requests from the root, with a collection in the middle.
  private static var chain: DrawnGraph {
    var made = DrawnGraph()
    made.add("App.Root", requests: [("A", .instance), ("Other", .instance)])
    made.add("A", from: "a", requests: [("[B]", .instance)])
    made.add("[B]", .contribution, from: "b", requests: [("C", .weakProvider)])
    made.add("[B]", .contribution, from: "b", requests: [("D", .instance)])
    made.add("C", from: "c", requests: [("Gone", .instance)])
    made.add("D", from: "d", requests: [("C", .instance)])
    made.add("Other")
    return made
  }

  private func ids(around name: String, _ depth: Int) -> [String] {
    Self.chain.drawing().around(DrawnGraph.key(name), depth: depth).nodes.map(\.id)
  }

  @Test("around a key, it contains dependents and dependencies up to a distance")
  func around() {
    #expect(ids(around: "A", 0) == ["b1"])
    #expect(ids(around: "A", 1) == ["b0", "b1", "k2", "b2", "b3"])
    #expect(ids(around: "A", 2) == ["b0", "b1", "k2", "b2", "b3", "b4", "b5"])
    // Other contributions and other requests of the root are not on the path upwards.
    #expect(ids(around: "C", 2) == ["b1", "k2", "b2", "b3", "b4", "b5", "m4-0"])
    #expect(ids(around: "D", 1) == ["k2", "b3", "b4", "b5"])
    #expect(ids(around: "Gone", 1) == ["b4", "m4-0"])
    #expect(ids(around: "[B]", 0) == ["k2", "b2", "b3"])
  }

  @Test("any depth is accepted, also with a cycle")
  func far() {
    #expect(ids(around: "A", .max).count == 8)
    var made = DrawnGraph()
    made.add("A", requests: [("B", .instance)])
    made.add("B", requests: [("A", .instance)])
    #expect(made.drawing().around(DrawnGraph.key("A"), depth: .max).nodes.count == 2)
  }

  @Test("from the root, it contains the reachable bindings")
  func fromRoot() {
    let drawing = Self.chain.drawing()
    #expect(drawing.fromRoot(depth: 0).nodes.map(\.id) == ["b0"])
    #expect(drawing.fromRoot(depth: 1).nodes.map(\.id) == ["b0", "b1", "b6"])
    #expect(drawing.fromRoot(depth: 1).part == "3 of 9, within 1 request of the root")
  }

  @Test("empty frames are removed, ids stay, and findings mention only drawn bindings")
  func frames() {
    let whole = DrawnGraph.ofEverything.drawing(DrawnGraph.findingsOfEverything, by: .component)
    let part = whole.around(DrawnGraph.key("App.User"), depth: 0)
    #expect(part.nodes.map(\.id) == ["b12"])
    #expect(part.clusters.map(\.id) == ["c0", "c1"])
    #expect(part.findings.count == whole.findings.count)
    #expect(part.findings.flatMap(\.places) == [])
  }
}
