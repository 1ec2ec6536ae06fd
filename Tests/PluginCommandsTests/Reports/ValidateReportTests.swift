@testable import CleanseFindingReports
@testable import CleanseGraph
@testable import CleanseGraphAnalysis
@testable import CleansePluginCommands
import CleansePluginHost
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

  // A plugin of the lock without a file was counted as a rejected one.
  @Test("the summary counts a plugin that is only in the lock as missing")
  func missing() {
    let plugins = ["plugin/lock-mismatch", "plugin/locked-plugin-missing"].map { code in
      ValidateReport.Plugin(
        identifier: nil, version: nil, file: "p.so", status: .rejected, rejection: code)
    }
    let report = ValidateReport(directories: ["p"], plugins: plugins, bindings: 0, reported: [])
    #expect(
      report.findingReport(of: .host).summary
        == "1 plugin (1 rejected), 1 missing plugin, 0 bindings: 0 errors, 0 warnings")
  }

  @Test("the summary shows the number of ignored findings, if any")
  func ignored() {
    let report = ValidateReport(
      directories: ["p"], plugins: [], bindings: 0, reported: [], ignored: 2
    ).findingReport(of: .host)
    #expect(report.summary == "0 plugins, 0 bindings: 0 errors, 0 warnings, 2 ignored")
    #expect(report.status == .success)
  }

  // A plugin of 16 KB had 120,000 findings, and the SARIF of 122 MB was refused by viewers.
  @Test("of alike findings a thousand are listed, and all count")
  func limit() throws {
    let finding = { (code: Diagnostic.Code, origin: String) in
      Diagnostic(code, .warning, "message", provenance: Provenance(origin: origin))
    }
    let many = Array(repeating: finding("x/y", "p"), count: 1002)
    let others = [finding("x/z", "p"), finding("x/y", "q")]
    let reported = (many + others).map { ReportedFinding($0) }.limited()
    #expect(
      reported.dropFirst(1000).map(\.diagnostic.message)
        == ["2 more findings of this code are not listed", "message", "message"])
    #expect(reported[1000].diagnostic.provenance == Provenance(origin: "p"))
    let report = ValidateReport(directories: ["p"], plugins: [], bindings: 1, reported: reported)
    #expect(report.warnings == 1004)
    #expect(
      report.findingReport(of: .host).summary == "0 plugins, 1 binding: 0 errors, 1004 warnings")
  }

  @Test("at the limit, and one above it, all are listed; those of the baseline count separately")
  func boundaries() {
    let finding = ReportedFinding(Diagnostic("x/y", .error, "message"))
    let known = ReportedFinding(Diagnostic("x/y", .error, "message"), isUnchanged: true)
    for count in [0, 3, 4] {
      let reported = Array(repeating: finding, count: count).limited(to: 3)
      #expect(reported.count == count)
      #expect(reported.totalNew(.error) == count)
    }
    let mixed = (Array(repeating: finding, count: 5) + Array(repeating: known, count: 9))
      .limited(to: 3)
    #expect(mixed.map(\.count) == [1, 1, 1, 2, 1, 1, 1, 6])
    #expect(mixed.totalNew(.error) == 5)
    #expect(mixed.total(where: \.isUnchanged) == 9)
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
