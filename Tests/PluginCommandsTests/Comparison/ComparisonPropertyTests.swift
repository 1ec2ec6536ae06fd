@testable import CleanseGraph
@testable import GraphAnalysis
@testable import PluginCommands
import CleanseTestSupport
import Testing

@Suite("Comparisons of graphs of chance")
struct ComparisonPropertyTests {
  private static let seed = SeededGenerator.announcedSeed(for: "ComparisonPropertyTests")

  private static func report(
    _ before: RandomGraph, _ after: RandomGraph, withLocations: Bool = false
  ) -> DiffReport {
    DiffReport(
      "A", before.side, "B", after.side, withLocations: withLocations)
  }

  /// The differences as seen from the other side. A finding is called what the side says that is looked
  /// at.
  private static func mirrored(_ differences: [Difference]) -> Set<Difference> {
    Set(
      differences.map { difference in
        Difference(
          change: difference.change == .came
            ? .went : difference.change == .went ? .came : .changed,
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

  @Test("what came the one way went the other way")
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

  @Test("of bindings that differ, as many come more than go as there are more")
  func balance() {
    for number in 0..<200 {
      var generator = SeededGenerator(seed: Self.seed &+ UInt64(number))
      let (left, right) = (RandomGraph(using: &generator), RandomGraph(using: &generator))
      let differences = Self.report(left, right).sections.dropFirst().dropLast()
        .flatMap(\.differences)
      let came = differences.count { $0.change == .came }
      let went = differences.count { $0.change == .went }
      #expect(
        came - went == right.bindings.count - left.bindings.count, "seed \(Self.seed)")
    }
  }

  @Test("the order of declaration is no difference")
  func order() {
    for number in 0..<100 {
      var generator = SeededGenerator(seed: Self.seed &+ UInt64(number))
      var graph = RandomGraph(using: &generator)
      graph.findings = []
      var other = graph
      other.bindings.shuffle(using: &generator)
      for place in other.bindings.indices { other.bindings[place].id = place }
      #expect(Self.report(graph, other, withLocations: true).isEmpty, "seed \(Self.seed)")
    }
  }

  @Test("identities stay as they are when lines, directories and unrelated bindings change")
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
