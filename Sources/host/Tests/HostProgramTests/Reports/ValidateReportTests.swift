import Cleanse
import Testing

@testable import HostProgram

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
      directories: ["p"], plugins: [], bindings: 0, findings: [], ignored: 2, isStrict: false)
    #expect(report.summary == "0 plugins, 0 bindings: 0 errors, 0 warnings, 2 ignored")
    #expect(report.status == .success)
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
