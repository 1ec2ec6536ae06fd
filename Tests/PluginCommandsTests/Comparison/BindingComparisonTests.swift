@testable import CleanseGraph
@testable import CleanseGraphAnalysis
import Testing

@Suite("The comparison of bindings")
struct BindingComparisonTests {
  private static let words = Key(type: "Words", typeName: "Words")
  private static let clock = Key(type: "Clock", tag: "Wall", typeName: "Clock", tagName: "Wall")

  private func binding(
    _ key: Key = words, _ kind: Binding.Kind = .single, component: ComponentIndex = 0,
    origin: String? = "org.a", modules: [String] = ["M"], line: Int = 3, file: String = "M/F.swift",
    _ change: (inout Binding) -> Void = { _ in }
  ) -> Binding {
    var binding = Binding(
      id: 0, component: component, key: key, kind: kind, scope: "Singleton",
      location: SourceLocation(file: file, path: "/src/" + file, line: line),
      provenance: Provenance(origin: origin, modules: modules), source: .factory)
    change(&binding)
    return binding
  }

  private func graph(_ bindings: [Binding], inner: [String] = ["Page"]) -> BindingGraph {
    BindingGraph(
      components: [.init(name: "Host", root: Self.words)]
        + inner.map { .init(name: $0, root: Self.words, parent: 0) },
      bindings: bindings.enumerated().map { index, binding in
        var binding = binding
        binding.id = BindingIndex(index)
        return binding
      })
  }

  private func compare(
    _ before: [Binding], _ after: [Binding], withLocations: Bool = false
  ) -> BindingComparison {
    BindingComparison(from: graph(before), to: graph(after), withLocations: withLocations)
  }

  @Test("shows the old and the new properties of a changed binding")
  func changed() throws {
    let comparison = compare(
      [binding()],
      [
        binding {
          $0.scope = nil
          $0.requests = [Request(key: Self.clock, form: .provider)]
          $0.effect = .throwing
        }
      ])
    let difference = try #require(comparison.bindings.first)
    #expect(comparison.bindings.count == 1)
    #expect(comparison.contributions.isEmpty && comparison.overrides.isEmpty)
    #expect(difference.change == .changed)
    #expect(difference.name == "Words")
    #expect(difference.plugin == "org.a")
    #expect(difference.component == nil)
    #expect(
      difference.fields == [
        .init(name: "scope", before: "Singleton", after: nil),
        .init(name: "requests", before: nil, after: "Provider<Clock> tagged Wall"),
        .init(name: "effect", before: nil, after: "throwing"),
      ])
  }

  // The order of decorators decides what each of them receives.
  @Test("shows another order of a decorator")
  func order() throws {
    let comparison = compare(
      [binding(Self.words, .decorator) { $0.order = 1 }], [binding(Self.words, .decorator)])
    let difference = try #require(comparison.bindings.first)
    #expect(difference.kind == "decorator")
    #expect(difference.fields == [.init(name: "order", before: "1", after: nil)])
  }

  @Test("a location is a difference only on request")
  func location() {
    let moved = [binding(line: 9), binding(Self.clock, file: "M/G.swift")]
    let before = [binding(), binding(Self.clock)]
    #expect(compare(before, moved).bindings.isEmpty)
    let differences = compare(before, moved, withLocations: true).bindings
    #expect(differences.map(\.name) == ["Clock tagged Wall", "Words"])
    #expect(
      differences.last?.fields == [
        .init(name: "location", before: "M/F.swift:3", after: "M/F.swift:9")
      ])
  }

  @Test(
    "another key, kind, component, plugin or module is another binding",
    arguments: ["key", "kind", "component", "plugin", "module"])
  func identity(part: String) {
    let other =
      switch part {
      case "key": binding(Key(type: "Words2", typeName: "Words"))
      case "kind": binding(Self.words, .declaration)
      case "component": binding(component: 1)
      case "plugin": binding(origin: "org.b")
      default: binding(modules: ["M", "N"])
      }
    let comparison = compare([binding()], [other])
    #expect(Set(comparison.bindings.map(\.change)) == [.added, .removed])
    #expect(comparison.bindings.count == 2)
  }

  @Test("a subcomponent is matched by its path, and the root component by its position")
  func components() {
    let before = graph([binding(component: 1)], inner: ["Page"])
    let after = BindingGraph(
      components: [
        .init(name: "Renamed", root: Self.words), .init(name: "New", root: Self.words, parent: 0),
        .init(name: "Page", root: Self.words, parent: 0),
        .init(name: "Page", root: Self.words, parent: 1),
      ],
      bindings: [
        binding(component: 2), binding(component: 3) { $0.id = 1 }, binding { $0.id = 2 },
      ])
    let comparison = BindingComparison(from: before, to: after, withLocations: true)
    #expect(comparison.bindings.map(\.component) == [nil, "New > Page"])
    #expect(comparison.bindings.map(\.change) == [.added, .added])
  }

  @Test("contributions and overrides are listed separately")
  func sections() {
    let comparison = compare(
      [binding(Self.clock) { $0.override = 1 }, binding(Self.words, .contribution)],
      [binding(Self.clock), binding(Self.words, .contribution) { $0.entry = "\"a\"" }])
    #expect(comparison.bindings.isEmpty)
    #expect(
      comparison.overrides.flatMap(\.fields) == [.init(name: "override", before: "1", after: nil)])
    #expect(
      comparison.contributions.flatMap(\.fields) == [
        .init(name: "entry", before: nil, after: "\"a\"")
      ])
  }

  @Test("of several equal bindings, one more is one difference")
  func alike() {
    let part = binding(Self.words, .contribution)
    let odd = binding(Self.words, .contribution) { $0.scope = nil }
    #expect(compare([part, part], [part, part, part]).contributions.map(\.change) == [.added])
    #expect(compare([odd, part], [part]).contributions.map(\.fields.count) == [2])
    #expect(compare([part, odd], [odd, part]).contributions.isEmpty)
    #expect(compare([part, odd], [part, part]).contributions.map(\.change) == [.changed])
  }

  @Test("the number of a type's copy is not a difference")
  func copies() {
    func graph(_ key: Key) -> [Binding] {
      [binding(key) { $0.requests = [Request(key: key, form: .instance)] }]
    }
    #expect(
      compare(
        graph(Key(type: "Words#2", typeName: "Words")),
        graph(Key(type: "Words#3", typeName: "Words"))
      ).bindings.isEmpty)
    #expect(
      compare(
        graph(Key(type: "a#b", tag: "t#2", typeName: "A")),
        graph(Key(type: "a#b", tag: "t", typeName: "A"))
      ).bindings.isEmpty)
  }
}
