import CleanseSupport
import CleanseGraphAnalysis
import CleanseGraph

/// A report in the XML format of the Ant task `junit`, which Jenkins, GitLab and others display: a suite for
/// each subject, and one for the other findings.
///
/// Each finding is a case. It fails if the finding makes the run fail, and is skipped if the finding is in the
/// baseline. A suite without findings has one case that passes, so that every subject is listed. The output does
/// not depend on the time of the run.
struct JUnitReport {
  /// A suite: a subject and the findings about it.
  private struct Suite {
    let name: String
    let subject: FindingReport.Subject
    var findings: [ReportedFinding] = []
  }

  private let report: FindingReport
  private let paths: SourcePaths

  init(_ report: FindingReport, _ paths: SourcePaths) {
    self.report = report
    self.paths = paths
  }

  /// The document.
  var text: String {
    let suites = suites.map(element)
    let counts = ["tests", "failures", "skipped"].map { name in
      (name, "\(suites.map { Self.count(name, of: $0) }.reduce(0, +))")
    }
    return MarkupElement(
      name: "testsuites",
      attributes: [("name", report.command)] + counts + [("errors", "0"), ("time", "0")],
      children: suites
    ).document
  }

  private static func count(_ name: String, of suite: MarkupElement) -> Int {
    suite.attributes.first { $0.name == name }.flatMap { Int($0.value) } ?? 0
  }

  private var suites: [Suite] {
    let owners = Dictionary(grouping: report.subjects, by: \.name)
    var suites = report.subjects.map { subject in
      // Subjects that share a name get separate suites.
      let file = owners[subject.name]?.count == 1 ? nil : subject.file
      return Suite(
        name: subject.name + (file.map { " (\($0))" } ?? ""), subject: subject)
    }
    suites.append(Suite(name: report.remainder.name, subject: report.remainder))
    for finding in report.reported {
      suites[finding.subject ?? suites.count - 1].findings.append(finding)
    }
    return suites
  }

  private func element(_ suite: Suite) -> MarkupElement {
    var names: [String: Int] = [:]
    var cases = suite.findings.map { finding in
      let text = finding.diagnostic.escaped
      var name = "\(text.code.rawValue): \(text.message)"
      // Tools that compare runs would merge cases of equal name.
      let count = names[name, default: 0] + 1
      names[name] = count
      if count > 1 { name += " (\(count))" }
      return element(finding, text: text, name: name, in: suite)
    }
    if cases.isEmpty { cases = [testCase(named: suite.subject.passing, in: suite, file: nil)] }
    let failures = suite.findings.count(where: report.counts)
    let unchanged = suite.findings.count(where: \.isUnchanged)
    return MarkupElement(
      name: "testsuite",
      attributes: [
        ("name", PlainText.escaped(suite.name)), ("tests", "\(cases.count)"),
        ("failures", "\(failures)"), ("errors", "0"), ("skipped", "\(unchanged)"), ("time", "0"),
      ], children: cases)
  }

  private func testCase(named name: String, in suite: Suite, file: String?) -> MarkupElement {
    MarkupElement(
      name: "testcase",
      attributes: [("name", name), ("classname", PlainText.escaped(suite.subject.className))]
        + (file.map { [("file", PlainText.escaped($0))] } ?? []) + [("time", "0")])
  }

  /// - Parameter text: The finding, escaped for display.
  private func element(
    _ finding: ReportedFinding, text: Diagnostic, name: String, in suite: Suite
  ) -> MarkupElement {
    let file =
      finding.diagnostic.location.map(paths.path(of:))
      ?? report.file(of: finding).map(paths.path(ofFile:))
    var testCase = testCase(named: name, in: suite, file: file)
    if finding.isUnchanged {
      testCase.children = [
        MarkupElement(name: "skipped", attributes: [("message", "in the baseline")])
      ]
    }
    testCase.children.append(
      report.counts(finding)
        ? MarkupElement(
          name: "failure",
          attributes: [("type", text.code.rawValue), ("message", text.message)],
          text: text.description)
        : MarkupElement(name: "system-out", text: text.description))
    return testCase
  }
}
