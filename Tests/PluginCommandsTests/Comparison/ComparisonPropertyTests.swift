@testable import CleanseGraph
@testable import CleanseGraphAnalysis
@testable import CleansePluginCommands
import CleanseTestSupport
import Testing

@Suite("Comparisons of random graphs")
struct ComparisonPropertyTests {
  private static let seed = SeededGenerator.announcedSeed(for: "ComparisonPropertyTests")

  private static func report(
    _ before: RandomGraph, _ after: RandomGraph, withLocations: Bool = false
  ) -> DiffReport {
    DiffReport(
      "A", before.side, "B", after.side, withLocations: withLocations)
  }

  /// The differences as seen from the other side. The name of a changed finding depends on the side, so it is
  /// left out.
  private static func mirrored(_ differences: [Difference]) -> Set<Difference> {
    Set(
      differences.map { difference in
        Difference(
          change: difference.change == .added
            ? .removed : difference.change == .removed ? .added : .changed,
          name: difference.change == .changed && difference.identity != nil ? "" : difference.name,
          kind: difference.kind, plugin: difference.plugin, component: difference.component,
          modules: difference.modules, identity: difference.identity,
          fields: difference.fields.map {
            Difference.Field(name: $0.name, before: $0.after, after: $0.before)
          })
      })
  }

  @Test("a graph does not differ from itself, nor from itself on other lines")
  func same() {
    for number in 0..<200 {
      var generator = SeededGenerator(seed: Self.seed &+ UInt64(number))
      let graph = RandomGraph(using: &generator)
      #expect(Self.report(graph, graph, withLocations: true).isEmpty, "seed \(Self.seed)")
      #expect(Self.report(graph, graph.moved(by: 5, unrelated: 0)).isEmpty, "seed \(Self.seed)")
    }
  }

  @Test("an element added in one direction is removed in the other")
  func mirror() {
    for number in 0..<200 {
      var generator = SeededGenerator(seed: Self.seed &+ UInt64(number))
      let (left, right) = (RandomGraph(using: &generator), RandomGraph(using: &generator))
      let there = Self.report(left, right, withLocations: true)
      let back = Self.report(right, left, withLocations: true)
      #expect(there.sections.count == back.sections.count)
      for (one, other) in zip(there.sections, back.sections) {
        #expect(one.differences.count == other.differences.count, "seed \(Self.seed)")
        #expect(
          Self.mirrored(one.differences) == Self.mirrored(Array(Self.mirrored(other.differences))),
          "seed \(Self.seed), \(one.noun)s")
      }
    }
  }

  @Test("the numbers of added and removed bindings match the sizes of the graphs")
  func balance() {
    for number in 0..<200 {
      var generator = SeededGenerator(seed: Self.seed &+ UInt64(number))
      let (left, right) = (RandomGraph(using: &generator), RandomGraph(using: &generator))
      let differences = Self.report(left, right).sections.dropFirst().dropLast()
        .flatMap(\.differences)
      let added = differences.count { $0.change == .added }
      let removed = differences.count { $0.change == .removed }
      #expect(
        added - removed == right.bindings.count - left.bindings.count, "seed \(Self.seed)")
    }
  }

  @Test("the order of declaration is not a difference")
  func order() {
    for number in 0..<100 {
      var generator = SeededGenerator(seed: Self.seed &+ UInt64(number))
      var graph = RandomGraph(using: &generator)
      graph.findings = []
      var other = graph
      other.bindings.shuffle(using: &generator)
      for index in other.bindings.indices { other.bindings[index].id = BindingIndex(index) }
      #expect(Self.report(graph, other, withLocations: true).isEmpty, "seed \(Self.seed)")
    }
  }

  @Test("identities are unaffected by lines, directories and unrelated bindings")
  func identities() {
    for number in 0..<200 {
      var generator = SeededGenerator(seed: Self.seed &+ UInt64(number))
      let graph = RandomGraph(using: &generator)
      let moved = graph.moved(by: Int.random(in: 1...50, using: &generator), unrelated: 3)
      let before = FindingIdentity.all(of: graph.findings, in: graph.graph)
      let after = FindingIdentity.all(of: moved.findings, in: moved.graph)
      #expect(before.map(\.fingerprint) == after.map(\.fingerprint), "seed \(Self.seed)")
      #expect(before.map(\.text) == after.map(\.text), "seed \(Self.seed)")
      #expect(Set(before.map(\.fingerprint)).count == before.count, "seed \(Self.seed)")
    }
  }
}
