@testable import CleanseGraph
import CleanseSupport
@testable import GraphAnalysis
@testable import PluginCommands
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

  @Test("what others ask for and nobody binds then is an error that comes")
  func missing() throws {
    var made = MadeUpGraph(asking: ["A"])
    made.bind("A", by: "org.a", asking: ["B", "?O"])
    made.bind("B", by: "org.b")
    made.bind("O", kind: .optional)
    made.bind("O", by: "org.b")
    let report = try report(["org.b"], in: made)
    #expect(report.status == .findings)
    #expect(
      report.text(for: .none) == """
        WITHOUT  BECAUSE
        org.b    named

        LOST  WHAT IS LEFT                WHO ASKS
        B     nothing binds it            org.a
        O     nothing, as it is optional  org.a

        1 finding comes:
        error: missing binding for B [cleanse/missing-binding]
          at org.a/M.swift:2, in org.a.Module, from org.a

        1 of 2 plugins left: 1 error and 0 warnings more, 0 findings less

        """)
  }

  @Test("who requires a plugin goes with it, and what they contribute")
  func dragged() throws {
    var made = MadeUpGraph(asking: ["[C]"])
    made.bind("[C]", kind: .declaration)
    for plugin in ["org.a", "org.b", "org.c"] { made.bind("[C]", by: plugin, kind: .contribution) }
    let report = try report(
      ["org.a"], in: made, requiring: ["org.b": ["org.a"], "org.c": ["org.b"]])
    #expect(report.status == .success)
    #expect(
      report.text(for: .none) == """
        WITHOUT  BECAUSE
        org.a    named
        org.b    it requires org.a >=1.0.0 <2.0.0
        org.c    it requires org.b >=1.0.0 <2.0.0

        LOST  WHAT IS LEFT          WHO ASKS
        [C]   0 of 3 contributions  the application

        0 of 3 plugins left: 0 errors and 0 warnings more, 0 findings less

        """)
  }

  @Test("without an override, what it replaced is in effect again, and a finding can go")
  func overrides() throws {
    var made = MadeUpGraph(asking: ["K"])
    made.bind("K")
    made.bind("K", by: "org.a", override: 0)
    made.bind("K", by: "org.b", override: 0)
    let one = try report(["org.b"], in: made)
    #expect(one.losses.map(\.phrase) == ["org.a at org.a/M.swift:3"])
    #expect(one.go.map(\.code) == [.overrideConflict])
    let both = try report(["org.a", "org.b"], in: made)
    #expect(both.losses.map(\.phrase) == ["the application at App/M.swift:2"])
    #expect(both.status == .success)
  }

  @Test("what others miss as well is the same finding without the first of them")
  func sameFindings() throws {
    var made = MadeUpGraph(asking: ["A", "B"])
    made.bind("A", by: "org.a", asking: ["M"])
    made.bind("B", by: "org.b", asking: ["M"])
    let report = try report(["org.a"], in: made)
    #expect(report.come.map(\.message) == ["missing binding for A"])
    // Each who misses it is told here.
    #expect(report.go.map(\.message) == ["missing binding for M"])
  }

  @Test("an inner component that goes with its plugin is no loss to others")
  func components() throws {
    var made = MadeUpGraph(asking: ["A"])
    made.bind("A")
    let inner = made.addComponent("Inner", root: "I")
    made.bind("F", by: "org.a", kind: .subcomponent, making: inner)
    made.bind("I", by: "org.a", component: inner)
    #expect(try report(["org.a"], in: made).losses.isEmpty)
  }

  @Test("names can't act on the terminal")
  func hostile() throws {
    var made = MadeUpGraph(asking: ["K\u{1B}[2J\n"])
    made.bind("K\u{1B}[2J\n", by: "org.\u{1B}\n")
    let report = try report(["org.\u{1B}\n"], in: made)
    #expect(!report.text(for: .none).contains("\u{1B}"))
    #expect(try !JSONOutput.text(of: report).contains("\u{1B}"))
  }
}
