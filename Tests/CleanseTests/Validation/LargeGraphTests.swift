import CleanseGraph
import Testing

@Suite("Large graphs")
struct LargeGraphTests {
  @Test("all unused bindings are reported in linear time", .timeLimit(.minutes(1)))
  func unused() {
    let count = 30_000
    let root = Key(type: "root", typeName: "Root")
    let bindings = (1...count).map { id in
      Binding(
        id: BindingIndex(id), component: 0, key: Key(type: "type\(id)", typeName: "Type\(id)"),
        kind: .single,
        location: CleanseGraph.SourceLocation(file: "App/App.swift", path: "/App.swift", line: id))
    }
    let graph = BindingGraph(
      components: [BindingGraph.Component(name: "App", root: root)],
      bindings: [Binding(id: 0, component: 0, key: root, kind: .single)] + bindings)
    let found = GraphValidation().diagnostics(of: graph)
    #expect(found.count == count)
    #expect(found.allSatisfy { $0.code == .unusedBinding })
  }
}
