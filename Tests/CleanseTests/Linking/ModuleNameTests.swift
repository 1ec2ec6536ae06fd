import Testing

@testable import CleanseGraph

@Suite("Modules with one name")
struct ModuleNameTests {
  /// The application with a contributor that binds a key in the module.
  private func part(_ origin: String, _ key: String, line: Int) -> Declarations {
    let root = Key(type: "Root", typeName: "Root")
    return Declarations(
      components: [BindingGraph.Component(name: "App", root: root)],
      bindings: [
        Binding(id: 0, component: 0, key: root, kind: .single),
        Binding(
          id: 1, component: 0, key: Key(type: key, typeName: key), kind: .single,
          location: SourceLocation(file: "Main/Main.swift", path: "/\(origin)", line: line),
          provenance: Provenance(origin: origin, modules: ["Main.Module"])),
      ])
  }

  private func keys(_ parts: [Declarations]) -> [String] {
    let contributors = ["org.a", "org.b"].enumerated().map {
      DeclarationMerger.Contributor(part: $0.offset, origin: $0.element)
    }
    return BindingGraph(merging: parts, contributors).bindings.map(\.key.typeName)
  }

  @Test("modules with equal declarations count once")
  func same() {
    #expect(keys([part("org.a", "A", line: 1), part("org.b", "A", line: 1)]) == ["Root", "A"])
  }

  @Test("modules with different declarations keep their own")
  func different() {
    #expect(
      keys([part("org.a", "A", line: 1), part("org.b", "B", line: 1)]) == ["Root", "A", "B"])
    #expect(
      keys([part("org.a", "A", line: 1), part("org.b", "A", line: 2)]) == ["Root", "A", "A"])
  }
}
