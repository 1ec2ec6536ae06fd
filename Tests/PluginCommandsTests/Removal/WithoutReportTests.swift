@testable import CleanseFindingReports
@testable import CleanseGraph
import CleanseSupport
@testable import CleanseGraphAnalysis
@testable import CleansePluginCommands
import Testing

@Suite("The report of host without")
struct WithoutReportTests {
  private func report(
    _ named: [String], in made: MadeUpGraph, requiring: [String: [String]] = [:]
  ) throws -> WithoutReport {
    var seen: Set<String> = []
    let plugins = made.bindings.compactMap(\.provenance.origin).filter { seen.insert($0).inserted }
    let tree = RequirementTree(
      plugins.map { plugin in
        (
          plugin,
          (requiring[plugin] ?? []).map {
            RequirementTree.Requirement(identifier: $0, versions: ">=1.0.0 <2.0.0")
          }
        )
      })
    let rest = made.without(Set(named + tree.dependents(of: named).map(\.identifier)))
    return WithoutReport(
      named, among: tree, from: (made.graph, MadeUpGraph.errors(in: made.graph)),
      to: (rest, MadeUpGraph.errors(in: rest)))
  }

  @Test("a binding that others require and that is then missing is a new error")
  func missing() throws {
    var made = MadeUpGraph(requesting: ["A"])
    made.bind("A", by: "org.a", requesting: ["B", "?O"])
    made.bind("B", by: "org.b")
    made.bind("O", kind: .optional)
    made.bind("O", by: "org.b")
    let report = try report(["org.b"], in: made)
    #expect(report.status == .findings)
    #expect(
      report.text(for: .none) == """
        REMOVED PLUGIN  REASON
        org.b           named

        REMOVED  REMAINING              DEPENDENTS
        B        no binding             org.a
        O        no binding (optional)  org.a

        1 new finding:
        error: missing binding for B [cleanse/missing-binding]
          at org.a/M.swift:2, in org.a.Module, from org.a

        1 of 2 plugins remaining: 1 new error, 0 new warnings, 0 absent findings

        """)
  }

  // What a decorator wraps had no dependent, so its removal had no effect.
  @Test("a decorator loses its target, and without the decorator its target is provided")
  func decorator() throws {
    var made = MadeUpGraph(requesting: ["X"])
    made.bind("X", by: "org.a", requesting: ["X"], kind: .decorator)
    made.bind("X", by: "org.b")
    func outcomes(without plugin: String) -> [RemovalEffect.Outcome] {
      RemovalEffect.all(without: [plugin], from: made.graph, to: made.without([plugin]))
        .map(\.outcome)
    }
    #expect(outcomes(without: "org.b") == [.missing])
    #expect(outcomes(without: "org.a") == [.replaced])
    let report = try report(["org.b"], in: made)
    #expect(report.status == .findings)
    #expect(report.text(for: .none).contains("X        no binding  org.a\n"))
  }

  @Test("a plugin that requires a removed one is removed with it, and so are its contributions")
  func dragged() throws {
    var made = MadeUpGraph(requesting: ["[C]"])
    made.bind("[C]", kind: .declaration)
    for plugin in ["org.a", "org.b", "org.c"] { made.bind("[C]", by: plugin, kind: .contribution) }
    let report = try report(
      ["org.a"], in: made, requiring: ["org.b": ["org.a"], "org.c": ["org.b"]])
    #expect(report.status == .success)
    #expect(
      report.text(for: .none) == """
        REMOVED PLUGIN  REASON
        org.a           named
        org.b           requires org.a >=1.0.0 <2.0.0
        org.c           requires org.b >=1.0.0 <2.0.0

        REMOVED  REMAINING             DEPENDENTS
        [C]      0 of 3 contributions  the application

        0 of 3 plugins remaining: 0 new errors, 0 new warnings, 0 absent findings

        """)
  }

  @Test("without an override, the replaced binding is in effect again, and a finding can be absent")
  func overrides() throws {
    var made = MadeUpGraph(requesting: ["K"])
    made.bind("K")
    made.bind("K", by: "org.a", override: 0)
    made.bind("K", by: "org.b", override: 0)
    let one = try report(["org.b"], in: made)
    #expect(one.effects.map(\.phrase) == ["org.a at org.a/M.swift:3"])
    #expect(one.absentFindings.map(\.code) == [.overrideConflict])
    let both = try report(["org.a", "org.b"], in: made)
    #expect(both.effects.map(\.phrase) == ["the application at App/M.swift:2"])
    #expect(both.status == .success)
  }

  @Test("a missing binding of several dependents is the same finding without the first of them")
  func sameFindings() throws {
    var made = MadeUpGraph(requesting: ["A", "B"])
    made.bind("A", by: "org.a", requesting: ["M"])
    made.bind("B", by: "org.b", requesting: ["M"])
    let report = try report(["org.a"], in: made)
    #expect(report.newFindings.map(\.message) == ["missing binding for A"])
    // `MadeUpGraph.errors` reports each dependent separately.
    #expect(report.absentFindings.map(\.message) == ["missing binding for M"])
  }

  @Test("a subcomponent that is removed with its plugin has no effect on others")
  func components() throws {
    var made = MadeUpGraph(requesting: ["A"])
    made.bind("A")
    let child = made.addComponent("Inner", root: "I")
    made.bind("F", by: "org.a", kind: .subcomponent, making: child)
    made.bind("I", by: "org.a", component: child)
    #expect(try report(["org.a"], in: made).effects.isEmpty)
  }

  @Test("names can't act on the terminal")
  func hostile() throws {
    var made = MadeUpGraph(requesting: ["K\u{1B}[2J\n"])
    made.bind("K\u{1B}[2J\n", by: "org.\u{1B}\n")
    let report = try report(["org.\u{1B}\n"], in: made)
    #expect(!report.text(for: .none).contains("\u{1B}"))
    #expect(try !JSONOutput.text(of: report).contains("\u{1B}"))
  }
}
