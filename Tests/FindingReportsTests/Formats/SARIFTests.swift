@testable import CleanseGraph
@testable import CleanseEmbeddedDiagnostics
@testable import CleanseFindingReports
import CleanseTestSupport
import CleanseGraphAnalysis
import Foundation
import Testing

@Suite("SARIF")
struct SARIFTests {
  private func log(_ report: FindingReport) throws -> String {
    try JSONOutput.text(of: SARIFLog(report, SampleReports.paths))
  }

  @Test("conforms to the standard for any texts and locations")
  func requirements() throws {
    for report in [SampleReports.ordinary(), SampleReports.hostile(), SampleReports.empty] {
      #expect(try SARIFRequirements.violations(of: log(report)) == [])
    }
  }

  @Test("conforms to the standard with a rule for each known code")
  func everyCode() throws {
    let codes = DiagnosticsReference.codes
    let report = SampleReports.report(
      reported: codes.map {
        ReportedFinding(Diagnostic(.init(rawValue: $0), .note, "found"))
      }, scope: "codes")
    let text = try log(report)
    #expect(SARIFRequirements.violations(of: text) == [])
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let run = (value?["runs"] as? [[String: Any]])?.first
    let driver = (run?["tool"] as? [String: Any])?["driver"] as? [String: Any]
    let rules = try #require(driver?["rules"] as? [[String: Any]])
    #expect(rules.compactMap { $0["id"] as? String } == codes)
  }

  @Test("conforms to the standard with the states of findings in a baseline")
  func baseline() throws {
    let findings = ["a", "b"].map {
      IdentifiedFinding(Diagnostic("x/y", .error, "message"), fingerprint: $0, about: $0)
    }
    let known = FindingBaseline(application: "App", plugins: [], findings: [findings[0]])
    let result = BaselineResult(findings, to: known, file: "known.json", isUpdate: false)
    let graph = BindingGraph(
      components: [.init(name: "App", root: Key(type: "App", typeName: "App"))], bindings: [])
    let report = SampleReports.report(
      reported: findings.map { ReportedFinding($0, subject: nil, in: graph, baseline: result) },
      baseline: result, scope: "2 subjects")
    let text = try log(report)
    #expect(SARIFRequirements.violations(of: text) == [])
    #expect(text.matches(of: /"baselineState" : "([a-z]+)"/).map(\.1) == ["unchanged", "new"])
    #expect(report.status == .findings)
    #expect(report.summary == "2 subjects: 1 new error, 0 new warnings, 1 unchanged, 0 absent")
  }

  @Test("matches the golden file")
  func golden() throws {
    for (name, report) in [
      ("sarif", SampleReports.ordinary()), ("sarif-hostile", SampleReports.hostile()),
    ] {
      try expectGolden(
        log(report).replacing("\"\(SampleReports.program.version)\"", with: "\"<version>\""), name,
        terminator: "")
    }
  }

  @Test("that is damaged anywhere does not conform to the standard")
  func damage() throws {
    let text = try log(SampleReports.ordinary())
    // Each change breaks one requirement.
    for (old, new) in [
      (#""version" : "2.1.0""#, #""version" : "2.2""#), (#""executionSuccessful" : true,"#, ""),
      (#""exitCode" : 1"#, #""exitCode" : "1""#),
      (#""uriBaseId" : "SRCROOT""#, #""uriBaseId" : "R""#),
      (#""level" : "note""#, #""level" : "info""#), (#""startLine" : 8"#, #""startLine" : 0"#),
      (#""ruleIndex" : 0"#, #""ruleIndex" : 7"#), (#""ruleIndex" : 0"#, #""ruleIndex" : 1"#),
      (#""id" : 2,"#, #""id" : 1,"#), (#"](1)"#, #"](3)"#), ("{{", "{"),
      (#""uri" : "Sources/"#, #""uri" : "Sources//"#), (#""uri" : "Sources/"#, #""uri" : "../"#),
      (#""uri" : "Sources/"#, #""uri" : "a b/"#), (#""name" : "host","#, #""title" : "host","#),
      ("findingIdentity/v1", "findingIdentity"), (#"file:///srv/app/""#, #"file:///srv/app""#),
      (#""columnKind" : "unicodeCodePoints""#, #""columnKind" : "bytes""#),
    ] {
      let damaged = text.replacing(old, with: new)
      try #require(damaged != text, "nothing is \(old)")
      #expect(!SARIFRequirements.violations(of: damaged).isEmpty, "\(old)")
    }
  }

  @Test("escapes text that looks like a placeholder or a link")
  func escapes() {
    #expect(SARIFText.literal("[A: B] {0} [x](y)") == #"[A: B] {{0}} [x\](y)"#)
    #expect(SARIFText.link(#"[A] \ {"#) == #"\[A\] \\ {{"#)
  }
}
