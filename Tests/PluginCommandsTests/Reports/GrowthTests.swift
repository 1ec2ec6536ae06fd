@testable import CleanseFindingReports
@testable import CleanseGraph
import CleansePluginHost
@testable import CleanseGraphAnalysis
@testable import CleanseGraphRendering
@testable import CleansePluginCommands
import Testing

/// Tests that outputs grow linearly with the graph. They measure sizes, since times vary.
@Suite("The size of outputs")
struct GrowthTests {
  /// A shape of graphs of any size.
  struct Shape: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let make: @Sendable (Int) -> MadeUpGraph
  }

  private static let shapes = [
    Shape(testDescription: "a cycle") { size in
      var made = MadeUpGraph(requesting: ["N0"])
      for index in 0..<size {
        made.bind("N\(index)", by: "org.a", requesting: ["N\((index + 1) % size)"])
      }
      return made
    },
    Shape(testDescription: "a collection that many request") { size in
      var made = MadeUpGraph(requesting: (0..<size).map { "U\($0)" })
      for index in 0..<size { made.bind("U\(index)", by: "org.b", requesting: ["[C]"]) }
      for _ in 0..<size { made.bind("[C]", by: "org.a", kind: .contribution) }
      return made
    },
    Shape(testDescription: "many overrides of many bindings") { size in
      var made = MadeUpGraph(requesting: ["T"])
      for _ in 0..<size { made.bind("T", by: "org.a") }
      for _ in 0..<size { made.bind("T", by: "org.a", override: 1) }
      return made
    },
    Shape(testDescription: "a key that is bound many times") { size in
      var made = MadeUpGraph(requesting: ["T"])
      for _ in 0..<size { made.bind("T", by: "org.a") }
      return made
    },
    Shape(testDescription: "a chain with a missing binding each") { size in
      var made = MadeUpGraph(requesting: ["N0"])
      for index in 0..<size {
        made.bind("N\(index)", by: "org.a", requesting: ["N\(index + 1)", "M\(index)"])
      }
      return made
    },
  ]

  /// The sizes of all outputs of a graph, by name.
  private func outputs(of graph: BindingGraph) throws -> [String: Int] {
    let findings = GraphValidation().diagnostics(of: graph)
    let drawing = GraphDrawing(
      of: graph, findings: findings, ofGraph: Set(findings), by: .plugin)
    let report = ValidateReport(
      directories: ["."], plugins: [], bindings: graph.bindings.count,
      reported: findings.map { ReportedFinding($0) }
    ).findingReport(of: .host)
    let exchange = PluginExchange(of: "org.a", in: graph)
    let paths = SourcePaths(root: "/")
    return [
      "dot": DotWriter(drawing).text.utf8.count,
      "mermaid": MermaidWriter(drawing).text.utf8.count,
      "page": try JSONOutput.text(
        of: drawing.findings.map { PageFinding($0, ends: [:]) }
      ).utf8.count,
      "text": findings.map { DiagnosticText.of($0, for: .none).utf8.count }.reduce(0, +),
      "json": try JSONOutput.text(of: report.document).utf8.count,
      "sarif": try JSONOutput.text(of: SARIFLog(report, paths)).utf8.count,
      "junit": JUnitReport(report, paths).text.utf8.count,
      "github": GitHubReport(report, paths).text.utf8.count,
      "show": exchange.text(for: .none).utf8.count,
      "show as JSON": try JSONOutput.text(of: exchange).utf8.count,
    ]
  }

  @Test("is proportional to the graph", arguments: shapes)
  func growth(shape: Shape) throws {
    let small = try outputs(of: shape.make(100).graph)
    for (name, size) in try outputs(of: shape.make(200).graph) {
      let before = try #require(small[name])
      #expect(2 * size <= 5 * before, "\(name): \(before) bytes, then \(size)")
    }
  }

  @Test("does not grow with the dependents of missing bindings")
  func requesters() throws {
    func report(_ size: Int) -> FindingReport {
      var made = MadeUpGraph(requesting: (0..<size).map { "U\($0)" })
      for index in 0..<size {
        made.bind("U\(index)", by: "org.a", requesting: (0..<40).map { "M\($0)" })
      }
      let findings = GraphValidation().diagnostics(of: made.graph)
      return ValidateReport(
        directories: ["."], plugins: [], bindings: size,
        reported: findings.map { ReportedFinding($0) }
      ).findingReport(of: .host)
    }
    let paths = SourcePaths(root: "/")
    let (few, many) = (report(100), report(400))
    #expect(few.findings.count == 40 && many.findings.count == 40)
    for (before, after) in [
      (try JSONOutput.text(of: few.document), try JSONOutput.text(of: many.document)),
      (
        try JSONOutput.text(of: SARIFLog(few, paths)),
        try JSONOutput.text(of: SARIFLog(many, paths))
      ),
      (JUnitReport(few, paths).text, JUnitReport(many, paths).text),
      (GitHubReport(few, paths).text, GitHubReport(many, paths).text),
    ] {
      #expect(after.utf8.count < before.utf8.count + before.utf8.count / 10)
    }
    let notes = try #require(many.findings.first).notes
    #expect(notes.count == 21)
    #expect(notes[15].message == "… 380 more …")
  }

  @Test("is abbreviated where a cycle is long, and the finding has all hops")
  func cycle() throws {
    let graph = Self.shapes[0].make(2500).graph
    let finding = try #require(
      GraphValidation().diagnostics(of: graph).first { $0.code == .dependencyCycle })
    #expect(
      finding.message == "dependency cycle: N0 → N1 → N2 → N3 → N4 → N5 → N6 → N7 → N8 → N9 → "
        + "… 2486 more … → N2496 → N2497 → N2498 → N2499 → N0")
    #expect(finding.notes.count == 2500 && finding.arguments.count == 2500)
    #expect(finding.abbreviated.notes.count == 21)
  }

  @Test("does not grow with the size of one finding", arguments: [shapes[0], shapes[3]])
  func finding(shape: Shape) throws {
    func sizes(_ count: Int) throws -> [Int] {
      let graph = shape.make(count).graph
      let finding = try #require(GraphValidation().diagnostics(of: graph).first)
      let identified = try #require(IdentifiedFinding.all([finding], in: graph).first)
      let report = ValidateReport(
        directories: ["."], plugins: [], bindings: 1,
        reported: [ReportedFinding(identified, subject: nil, in: graph, baseline: nil)]
      ).findingReport(of: .host)
      let paths = SourcePaths(root: "/")
      return [
        "\(finding)", DiagnosticText.of(finding, as: .compiler, for: .none), identified.about,
        try JSONOutput.text(of: report.document), JUnitReport(report, paths).text,
        try JSONOutput.text(of: SARIFLog(report, paths)), GitHubReport(report, paths).text,
      ].map(\.utf8.count)
    }
    for (before, after) in zip(try sizes(500), try sizes(5000)) {
      #expect(after <= before + before / 5)
    }
  }

  @Test("of the dependents of a provision, many are counted")
  func mentions() throws {
    let exchange = PluginExchange(of: "org.a", in: Self.shapes[1].make(50).graph)
    let provision = try #require(exchange.provides.first)
    #expect(provision.dependents.listed.count == 20 && provision.dependents.count == 50)
    #expect(try JSONOutput.text(of: provision).contains(#""dependentCount" : 50"#))
    #expect(provision.dependents.owners == "org.b")
  }
}
