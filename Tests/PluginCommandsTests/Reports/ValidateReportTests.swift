@testable import CleanseFindingReports
@testable import CleanseGraph
@testable import CleanseGraphAnalysis
@testable import CleansePluginCommands
import Testing

@Suite("The report of host validate")
struct ValidateReportTests {
  private func report(_ severities: [Diagnostic.Severity], strict: Bool = false) -> FindingReport {
    ValidateReport(
      directories: ["p"], plugins: [], bindings: 1,
      reported: severities.map { ReportedFinding(Diagnostic("x/y", $0, "message")) },
      judgement: Judgement(isStrict: strict)
    ).findingReport(of: .host)
  }

  @Test("errors count; warnings count if strict; notes never do")
  func status() {
    #expect(report([]).status == .success)
    #expect(report([.note, .warning]).status == .success)
    #expect(report([.note, .warning], strict: true).status == .findings)
    #expect(report([.note], strict: true).status == .success)
    #expect(report([.error]).status == .findings)
  }

  @Test("the summary uses singular and plural correctly")
  func summary() {
    #expect(report([.error]).summary == "0 plugins, 1 binding: 1 error, 0 warnings")
    #expect(
      report([.warning, .warning], strict: true).summary
        == "0 plugins, 1 binding: 0 errors, 2 warnings (warnings count as errors)")
  }

  @Test("the summary shows the number of ignored findings, if any")
  func ignored() {
    let report = ValidateReport(
      directories: ["p"], plugins: [], bindings: 0, reported: [], ignored: 2
    ).findingReport(of: .host)
    #expect(report.summary == "0 plugins, 0 bindings: 0 errors, 0 warnings, 2 ignored")
    #expect(report.status == .success)
  }

  private static let nine: [String] = (1...9).map { "p\($0)" }
  private static let thirty: [String] = (1...30).map { "p\($0)" }

  @Test(
    "the suggested removal states what is known about it",
    arguments: [
      (.smallest, ["a"], 0, "without a, the other plugins fit together"),
      (
        .smallest, ["a"], 1,
        "without a, the other plugins fit together (also without one other plugin)"
      ),
      (
        .smallest, ["a", "b"], 7,
        "without a and b, the other plugins fit together (also without any of 7 other sets of the "
          + "same size)"
      ),
      (
        .smallest, nine, nil,
        "without p1, p2, p3, p4, p5, p6, p7, p8 and p9, the other plugins fit together"
      ),
      (
        .irreducible, thirty, nil,
        "without p1, p2, p3, p4, p5, p6, p7, p8 and 22 more, the other plugins fit together, but "
          + "another set may be smaller"
      ),
      (
        .sufficient, ["a"], nil,
        "without a, the other plugins fit together, but a smaller set may suffice"
      ),
    ] as [(SmallestRemoval.Outcome, [String], Int?, String)])
  func removal(
    outcome: SmallestRemoval.Outcome, plugins: [String], others: Int?, sentence: String
  ) {
    #expect(
      SmallestRemoval(outcome, plugins, others: others).summary
        == "\(sentence); see `host without` for the effects")
  }

  @Test("the suggested removal precedes the summary, and can't act on the terminal")
  func hostileRemoval() {
    let report = ValidateReport(
      directories: ["p"], plugins: [], bindings: 1, reported: [],
      removal: SmallestRemoval(.sufficient, ["a\u{1B}[2J"])
    ).findingReport(of: .host)
    #expect(report.text.hasPrefix(#"without a\u{1B}[2J, the other"#))
    #expect(report.text.hasSuffix("\n0 plugins, 1 binding: 0 errors, 0 warnings\n"))
  }

  @Test("the document has every member, also empty ones")
  func document() throws {
    #expect(
      try JSONOutput.text(of: report([.warning]).document) == """
        {
          "bindings" : 1,
          "directories" : [
            "p"
          ],
          "errors" : 0,
          "findings" : [
            {
              "code" : "x/y",
              "message" : "message",
              "notes" : [

              ],
              "severity" : "warning"
            }
          ],
          "ignored" : 0,
          "plugins" : [

          ],
          "schema" : "cleanse-validate/1",
          "strict" : false,
          "warnings" : 1
        }

        """)
  }
}
