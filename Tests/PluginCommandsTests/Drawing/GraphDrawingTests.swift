@testable import CleanseGraph
@testable import CleanseGraphRendering
import Testing

@Suite("The drawing of a graph")
struct GraphDrawingTests {
  private let everything = DrawnGraph.ofEverything.drawing(DrawnGraph.findingsOfEverything)

  @Test("each binding has a box of its own or is represented by another")
  func boxes() {
    let drawn = everything.nodes.flatMap(\.bindings)
    #expect(drawn.sorted() == DrawnGraph.ofEverything.bindings.map(\.id))
    #expect(everything.nodes.filter { $0.kind == .collection }.map(\.id) == ["k1", "k13", "k16"])
    #expect(everything.node("k1")?.bindings == [1])
  }

  @Test("ids are unique, and arrows lead to boxes")
  func ids() {
    let boxes = everything.nodes.map(\.id)
    let all = boxes + everything.edges.map(\.id) + everything.clusters.map(\.id)
    #expect(Set(all).count == all.count)
    #expect(everything.edges.allSatisfy { boxes.contains($0.from) && boxes.contains($0.to) })
  }

  @Test("dependents of a collection lead to its box, and that to the contributions")
  func collections() {
    #expect(everything.targets(of: "b0", .instance).contains("k1"))
    #expect(everything.targets(of: "k1", .element) == ["b2", "b3"])
    // The collection of the subcomponent includes that of its parent.
    #expect(everything.targets(of: "b11", .instance).contains("k13"))
    #expect(everything.targets(of: "k13", .element) == ["b13", "k1"])
    var made = DrawnGraph()
    for index in 0..<30 { made.add("[Int]", .contribution) { $0.id = BindingIndex(index) } }
    for index in 0..<30 { made.add("Requesting\(index)", requests: [("[Int]", .instance)]) }
    #expect(made.drawing().edges.count == 60)
  }

  @Test("a collection belongs to its declaring plugin, else to the only contributor, else to none")
  func owner() {
    var made = DrawnGraph()
    made.add("[A]", .contribution, from: "a")
    made.add("[B]", .contribution, from: "a")
    made.add("[B]", .contribution, from: "b")
    made.add("[C]", .contribution, from: "a")
    made.add("[C]", .declaration, from: "b")
    let drawing = made.drawing()
    #expect(drawing.node("k0")?.cluster == "p1")
    #expect(drawing.node("k1")?.cluster == nil)
    #expect(drawing.node("k3")?.cluster == "p2")
  }

  @Test("a missing key is one box for all dependents, and names the rejected plugin")
  func missing() {
    #expect(everything.nodes.filter { $0.kind == .missing }.map(\.id) == ["m0-4"])
    #expect(everything.edges.filter { $0.to == "m0-4" }.map(\.from) == ["b0", "b5", "x0"])
  }

  @Test("a root without a binding is a box")
  func missingRoot() {
    var made = DrawnGraph()
    made.components.append(.init(name: "Inner", root: DrawnGraph.key("Session"), parent: 0))
    made.add("App.Root", requests: [("ComponentFactory<Inner>", .instance)])
    made.add("ComponentFactory<Inner>", .subcomponent) { $0.subcomponent = 1 }
    let finding = Diagnostic(.missingBinding, .error, "no root", subject: .component(1))
    let drawing = made.drawing([finding], by: .component)
    #expect(drawing.targets(of: "b1", .builds) == ["r1"])
    #expect(drawing.node("r1")?.severity == .error)
    #expect(drawing.findings[0].places == ["r1", "c1"])
  }

  @Test("an override leads to the replaced binding, which has no requests")
  func replaced() {
    #expect(everything.targets(of: "b5", .replaces) == ["b4"])
    #expect(everything.node("b4")?.isReplaced == true)
    #expect(everything.targets(of: "b0", .provider) == ["b5", "b8", "b9"])
    var made = DrawnGraph()
    made.add("A", requests: [("Gone", .instance)])
    made.add("A") { $0.override = 0 }
    #expect(made.drawing().nodes.map(\.id) == ["b0", "b1"] + ["r0"])
    // A collection is replaced as a whole.
    made.add("[B]", .contribution)
    made.add("[B]", .contribution)
    made.add("[B]") { $0.override = 0 }
    #expect(made.drawing().targets(of: "b4", .replaces) == ["k2"])
  }

  // The arrow of a decorator led back to itself.
  @Test("a decorator leads to what it wraps, and others to the outermost decorator")
  func decorators() {
    var made = DrawnGraph()
    made.add("App.Root", requests: [("A", .instance), ("[B]", .instance)])
    made.add("A", .decorator, from: "org.example.ann", requests: [("A", .provider)])
    made.add("A")
    made.add("A", .decorator, requests: [("A", .instance)]) { $0.order = 1 }
    made.add("[B]", .decorator, requests: [("[B]", .instance)])
    made.add("[B]", .contribution)
    let drawing = made.drawing()
    #expect(drawing.targets(of: "b0", .instance) == ["b3", "b4"])
    #expect(drawing.targets(of: "b3", .instance) == ["b1"])
    #expect(drawing.targets(of: "b1", .provider) == ["b2"])
    #expect(drawing.targets(of: "b4", .instance) == ["k4"])
    #expect(drawing.node("b1")?.kind == .decorator)
    #expect(drawing.node("b1")?.lines.contains("decorator") == true)
    #expect(drawing.node("k4")?.kind == .collection)
  }

  @Test("a decorator without a target leads to the missing key")
  func decoratorWithoutTarget() {
    var made = DrawnGraph()
    made.add("App.Root", requests: [("A", .instance)])
    made.add("A", .decorator, requests: [("A", .instance)])
    #expect(made.drawing().targets(of: "b1", .instance) == ["m1-0"])
  }

  @Test("a decorator of an optional without a value is not its value")
  func decoratedOptional() {
    var made = DrawnGraph()
    made.add("App.Root", requests: [("A", .optional)])
    made.add("A", .decorator, requests: [("A", .instance)])
    made.add("A", .optional)
    let drawing = made.drawing()
    #expect(drawing.targets(of: "b0", .optional) == ["b2"])
    #expect(drawing.node("b1")?.lines.contains("no value to wrap") == true)
  }

  @Test("a declared optional is a box only if it has no value")
  func optional() {
    #expect(everything.targets(of: "b0", .optional) == ["b6"])
    var made = DrawnGraph()
    made.add("A", .optional)
    made.add("A")
    made.add("B", requests: [("A", .optional), ("C", .optional)])
    let drawing = made.drawing()
    #expect(drawing.targets(of: "b2", .optional) == ["b1", "m2-1"])
    #expect(drawing.node("b1")?.bindings == [1, 0])
  }

  @Test("findings mark both sides, each arrow of a cycle, and all dependents of a missing key")
  func findings() {
    let marked = everything.edges.filter { $0.severity == .error }.map(\.id)
    #expect(marked == ["e0-4", "e5-0", "e14-0", "e15-0"])
    let boxes = everything.nodes.filter { $0.severity == .error }.map(\.id)
    #expect(boxes == ["b8", "b9", "b14", "b15", "m0-4", "x0"])
    #expect(everything.node("b16")?.severity == .warning)
    #expect(everything.findings[0].places == ["x0"])
    #expect(everything.findings[2].places == ["b8", "b9"])
    #expect(everything.node("b8")?.details.last?.hasSuffix("[cleanse/duplicate-binding]") == true)
  }

  @Test("an index in the graph of a single plugin is not one of the combined graph")
  func foreignSubject() {
    var made = DrawnGraph()
    made.add("App.Root")
    made.add("A", from: "a")
    let finding = Diagnostic(
      "x/y", .error, "wrong", provenance: .init(origin: "a"), subject: .binding(0))
    let drawing = GraphDrawing(of: made.graph, findings: [finding], ofGraph: [], by: .plugin)
    #expect(drawing.findings[0].places == ["p1"])
    #expect(drawing.nodes.allSatisfy { $0.severity == nil })
    // An index that is out of range is ignored.
    let far = Diagnostic("x/y", .error, "wrong", subject: .edge(binding: 9, request: -1))
    #expect(made.drawing([far]).findings[0].places.isEmpty)
  }

  @Test("frames are plugins, or nested components")
  func frames() {
    #expect(everything.clusters.map(\.id) == ["p0", "p1", "p2"])
    let drawing = DrawnGraph.ofEverything.drawing(by: .component)
    #expect(drawing.clusters.map(\.id) == ["c0", "c1"])
    #expect(drawing.clusters[1].parent == "c0")
    #expect(drawing.node("b12")?.cluster == "c1")
    // No frame shows the plugin.
    #expect(drawing.node("b4")?.lines.last == "org.example.ann")
  }

  @Test("names omit the module, unless two keys would have the same name")
  func names() {
    var made = DrawnGraph()
    made.add("A.Store")
    made.add("B.Store")
    made.add("[C.Thing: any D.Outer.Inner]")
    made.add("double", tag: "@station.width")
    #expect(
      made.drawing().nodes.prefix(4).map { $0.lines[0] }
        == ["A.Store", "B.Store", "[Thing: any Outer.Inner]", "double @station.width"])
  }
}

extension GraphDrawing {
  func node(_ id: String) -> Node? { nodes.first { $0.id == id } }

  /// The targets of the arrows of one form from a box.
  func targets(of id: String, _ form: Edge.Form) -> [String] {
    edges.filter { $0.from == id && $0.form == form }.map(\.to)
  }
}
