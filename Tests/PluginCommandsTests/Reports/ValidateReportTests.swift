@testable import CleanseGraph
@testable import GraphAnalysis
@testable import PluginCommands
import Testing

@Suite("The report of host validate")
struct ValidateReportTests {
  private func report(_ severities: [Diagnostic.Severity], strict: Bool = false) -> ValidateReport {
    ValidateReport(
      directories: ["p"], plugins: [], bindings: 1,
      reported: severities.map { ReportedFinding(Diagnostic("x/y", $0, "message")) },
      isStrict: strict)
  }

  @Test("errors are findings; warnings are when it is strict; notes never")
  func status() {
    #expect(report([]).status == .success)
    #expect(report([.note, .warning]).status == .success)
    #expect(report([.note, .warning], strict: true).status == .findings)
    #expect(report([.note], strict: true).status == .success)
    #expect(report([.error]).status == .findings)
  }

  @Test("the summary counts in good English")
  func summary() {
    #expect(report([.error]).summary == "0 plugins, 1 binding: 1 error, 0 warnings")
    #expect(
      report([.warning, .warning], strict: true).summary
        == "0 plugins, 1 binding: 0 errors, 2 warnings (warnings count as errors)")
  }

  @Test("the summary tells how many findings were ignored, if any were")
  func ignored() {
    let report = ValidateReport(
      directories: ["p"], plugins: [], bindings: 0, reported: [], ignored: 2, isStrict: false)
    #expect(report.summary == "0 plugins, 0 bindings: 0 errors, 0 warnings, 2 ignored")
    #expect(report.status == .success)
  }

  private static let nine: [String] = (1...9).map { "p\($0)" }
  private static let thirty: [String] = (1...30).map { "p\($0)" }

  @Test(
    "what would mend the graph is told with how sure that is",
    arguments: [
      (.smallest, ["a"], 0, "without a, the rest would fit together"),
      (
        .smallest, ["a"], 1,
        "without a, the rest would fit together, and so it would without another plugin"
      ),
      (
        .smallest, ["a", "b"], 7,
        "without a and b, the rest would fit together, and so it would without each of 7 other sets "
          + "of as many"
      ),
      (
        .smallest, nine, nil,
        "without p1, p2, p3, p4, p5, p6, p7, p8 and p9, the rest would fit together"
      ),
      (
        .irreducible, thirty, nil,
        "without p1, p2, p3, p4, p5, p6, p7, p8 and 22 more, the rest would fit together, but fewer "
          + "others might do"
      ),
      (.sufficient, ["a"], nil, "without a, the rest would fit together, but fewer might do"),
    ] as [(SmallestRemoval.Outcome, [String], Int?, String)])
  func removal(
    outcome: SmallestRemoval.Outcome, plugins: [String], others: Int?, sentence: String
  ) {
    #expect(
      SmallestRemoval(outcome, plugins, others: others).summary
        == "\(sentence); `host without` tells what that costs")
  }

  @Test("what would mend the graph stands before the summary, and can't act on the terminal")
  func hostileRemoval() {
    let report = ValidateReport(
      directories: ["p"], plugins: [], bindings: 1, reported: [],
      removal: SmallestRemoval(.sufficient, ["a\u{1B}[2J"]), isStrict: false)
    #expect(report.text.hasPrefix(#"without a\u{1B}[2J, the rest"#))
    #expect(report.text.hasSuffix("\n0 plugins, 1 binding: 0 errors, 0 warnings\n"))
  }

  @Test("the document has every key, also the empty ones")
  func document() throws {
    #expect(
      try JSONOutput.text(of: report([.warning])) == """
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
