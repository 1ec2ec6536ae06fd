@testable import CleanseGraph
@testable import CleansePluginHost
@testable import CleanseGraphAnalysis
@testable import CleansePluginFiles
@testable import CleansePluginLoading
import CleanseTestSupport
import Testing

@Suite("Reworded findings")
struct RewordingTests {
  private static let seed = SeededGenerator.announcedSeed(for: "RewordingTests")

  /// The same findings with different texts.
  private static func reworded(_ findings: [Diagnostic]) -> [Diagnostic] {
    findings.map { finding in
      var finding = finding
      finding.message = "quite another text"
      finding.notes =
        finding.notes.isEmpty
        ? [.init("a further note")] : finding.notes.dropLast().map { .init("\($0.message)!") }
      finding.fix = finding.fix == nil ? "do something" : nil
      return finding
    }
  }

  private static func check(_ findings: [Diagnostic], in graph: BindingGraph) {
    let before = FindingIdentity.all(of: findings, in: graph)
    let after = FindingIdentity.all(of: reworded(findings), in: graph)
    #expect(before == after, "seed \(seed)")
    #expect(before.map(\.fingerprint) == after.map(\.fingerprint))
    #expect(before.map(\.text) == after.map(\.text))
  }

  @Test("keep their identity for any subject")
  func random() {
    for number in 0..<100 {
      var generator = SeededGenerator(seed: Self.seed &+ UInt64(number))
      let graph = RandomGraph(using: &generator)
      Self.check(graph.findings, in: graph.graph)
    }
  }

  @Test("keep distinct identities if the framework reported them")
  func validators() {
    var codes: Set<Diagnostic.Code> = []
    for number in 0..<100 {
      var generator = SeededGenerator(seed: Self.seed &+ UInt64(number))
      var graph = RandomGraph(using: &generator)
      for index in graph.bindings.indices { graph.bindings[index].provenance.origin = nil }
      // The remaining graph is validated again.
      let combined = CombinedGraph([], graph.graph, diagnostics: []).without([])
      codes.formUnion(combined.diagnostics.map(\.code))
      Self.check(combined.diagnostics, in: combined.graph)
    }
    #expect(codes.isSuperset(of: [.missingBinding, .duplicateBinding, .dependencyCycle]))
  }

  @Test("keep a separate identity for each file")
  func files() throws {
    let directory = try TemporaryDirectory.ofOddities()
    let findings = try PluginHost(directories: [directory.path]).inspect().flatMap(\.diagnostics)
    let graph = BindingGraph(
      components: [.init(name: "Host", root: Key(type: "R", typeName: "R"))], bindings: [])
    #expect(findings.count == 2)
    Self.check(findings, in: graph)
    #expect(FindingIdentity.all(of: findings, in: graph).allSatisfy { $0.number == 1 })
  }
}
