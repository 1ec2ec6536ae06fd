@testable import CleanseGraph
@testable import CleanseFindingReports
import CleanseTestSupport
import CleanseGraphAnalysis
import Testing

@Suite("A program that reports findings")
struct CheckingProgramTests {
  /// A program without commands that checks two components, each with a graph of its own.
  private struct Checker {
    static let program = Program(name: "checker", version: "1.2.3", help: "checker --help")
    static let options = OptionTable([
      .reportFormat, .output, .strict, .severity, .baseline, .updateBaseline,
    ])

    private struct Document: ReportDocument {
      var schema = "cleanse-test/1"
    }

    private(set) var output = ""
    private(set) var error = ""

    mutating func run(_ arguments: [String]) throws -> CleanseFindingReports.ExitStatus {
      var (output, error) = ("", "")
      defer { (self.output, self.error) = (output, error) }
      let streams = OutputStreams(
        output: { output += $0 }, error: { error += $0 }, errorTerminal: .none)
      do {
        return try Self.check(arguments, on: streams)
      } catch let mistake as UsageError {
        streams.report(lines: mistake.lines(for: Self.program))
        return .usage
      } catch let failure as CommandFailure {
        streams.report(lines: failure.lines(for: Self.program))
        return .failure
      }
    }

    private static func check(
      _ arguments: [String], on streams: OutputStreams
    ) throws -> CleanseFindingReports.ExitStatus {
      let arguments = try OptionParser(table: options, command: nil).parse(arguments)
      let outputs = try FormattedOutput.all(in: arguments, for: nil)
      let judgement = try arguments.judgement(for: nil)
      let request = try BaselineRequest(
        arguments.value(of: .baseline), isUpdate: arguments.contains(.updateBaseline), for: nil)
      let components = ["App.Main", "App.Tool"]
      let key = Key(type: "Clock", typeName: "App.Clock")
      let graphs = components.map {
        BindingGraph(components: [.init(name: $0, root: key)], bindings: [])
      }
      let severity = judgement.severities[.missingBinding] ?? .error
      let finding = Diagnostic(.missingBinding, severity, "missing binding for App.Clock")
      let identified = zip(components, graphs).flatMap { component, graph in
        IdentifiedFinding.all([finding], in: graph).map {
          IdentifiedFinding(
            $0.finding, fingerprint: "\(component) \($0.fingerprint)",
            about: "\($0.about), in \(component)")
        }
      }
      let baseline = try request?.comparison(with: identified, application: "app")
      let report = FindingReport(
        program: program, command: "checker",
        subjects: components.map { .init(name: $0, passing: "is valid") },
        remainder: .init(name: "all components", className: "package", passing: "can be checked"),
        reported: identified.indices.map {
          ReportedFinding(identified[$0], subject: $0, in: graphs[$0], baseline: baseline)
        }, baseline: baseline,
        judgement: judgement, scope: "2 components", ignored: 0, document: Document())
      try FormattedOutput.write(report, to: outputs, on: streams)
      return report.status
    }
  }

  private var checker = Checker()

  @Test("writes findings and a summary")
  mutating func text() throws {
    #expect(try checker.run([]) == .findings)
    #expect(checker.error.contains("error: missing binding for App.Clock"))
    #expect(checker.output == "2 components: 2 errors, 0 warnings\n")
  }

  @Test("applies levels of findings and --strict")
  mutating func levels() throws {
    let level = ["--severity", "cleanse/missing-binding=warning"]
    #expect(try checker.run(level) == .success)
    #expect(try checker.run(level + ["--strict"]) == .findings)
    #expect(
      checker.output == "2 components: 0 errors, 2 warnings (warnings count as errors)\n")
  }

  @Test("names itself in errors and reports")
  mutating func name() throws {
    #expect(try checker.run(["--strict", "--no-strict"]) == .usage)
    #expect(
      checker.error == """
        checker: options --strict and --no-strict can't be combined
          see `checker --help`

        """)
    #expect(try checker.run(["--output", "/nowhere/a"]) == .failure)
    #expect(checker.error.hasPrefix("checker: can't write to /nowhere/a: "))
    _ = try checker.run(["--format", "sarif"])
    #expect(checker.output.contains(#""name" : "checker","#))
    #expect(SARIFRequirements.violations(of: checker.output) == [])
    _ = try checker.run(["--format", "junit"])
    #expect(checker.output.contains(#"<testsuites name="checker" tests="3" failures="2""#))
    #expect(checker.output.contains(#"<testsuite name="App.Tool" tests="1" failures="1""#))
  }

  @Test("compares equal findings of different graphs with a baseline")
  mutating func baseline() throws {
    let directory = try TemporaryDirectory()
    let known = ["--baseline", directory.path(of: "known.json")]
    #expect(try checker.run(known) == .usage)
    #expect(try checker.run(known + ["--update-baseline"]) == .success)
    #expect(checker.output.hasSuffix("\nwrote 2 findings to \(known[1])\n"))
    #expect(try checker.run(known) == .success)
    #expect(
      checker.output == "2 components: 0 new errors, 0 new warnings, 2 unchanged, 0 absent\n")
    // Of equal findings, the one that is not in the file is new.
    let written = try FindingBaseline(contentsOf: known[1])
    try FindingBaseline(
      application: "app", plugins: [],
      entries: written.entries.filter { $0.about.hasSuffix("in App.Main") }
    ).write(to: known[1])
    #expect(try checker.run(known) == .findings)
    #expect(checker.output.contains(": 1 new error, 0 new warnings, 1 unchanged, 0 absent"))
    _ = try checker.run(known + ["--format", "sarif"])
    #expect(
      checker.output.matches(of: /"baselineState" : "([a-z]+)"/).map(\.1) == ["unchanged", "new"])
  }
}
