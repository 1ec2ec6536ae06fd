import CleanseSupport
import GraphRendering
import CleanseGraph

/// A report in the XML that the Ant task `junit` writes, as Jenkins, GitLab and others show it: a suite
/// a plugin, and one for the graph of all of them.
///
/// A case is a finding: it fails where the finding makes the run fail, is skipped where a baseline knows
/// it, and tells it in any case. Without a finding, a suite has one case, which passes: a plugin that is
/// there has to be seen. Nothing in it depends on when it ran.
struct JUnitReport {
  /// A suite: what is checked, and the findings about it.
  private struct Suite {
    let name: String
    /// What shows the cases in groups goes by this.
    let className: String
    /// What the one case is called that stands for no finding.
    let passing: String
    var findings: [ReportedFinding] = []
  }

  private let report: ValidateReport
  private let paths: SourcePaths

  init(_ report: ValidateReport, _ paths: SourcePaths) {
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
      attributes: [("name", "host validate")] + counts + [("errors", "0"), ("time", "0")],
      children: suites
    ).document
  }

  private static func count(_ name: String, of suite: MarkupElement) -> Int {
    suite.attributes.first { $0.name == name }.flatMap { Int($0.value) } ?? 0
  }

  private var suites: [Suite] {
    let names = report.plugins.map { $0.identifier ?? Self.fileName($0.file) }
    let owners = Dictionary(grouping: names) { $0 }
    var suites = zip(report.plugins, names).map { plugin, name in
      // Of several plugins with one identifier, each is a suite of its own.
      let isAlone = owners[name]?.count == 1
      return Suite(
        name: isAlone ? name : "\(name) (\(plugin.file))", className: name,
        passing: "can be used")
    }
    suites.append(
      Suite(name: "combined graph", className: "graph", passing: "the plugins fit together"))
    for finding in report.reported {
      suites[finding.plugin ?? suites.count - 1].findings.append(finding)
    }
    return suites
  }

  private static func fileName(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private func element(_ suite: Suite) -> MarkupElement {
    var names: [String: Int] = [:]
    var cases = suite.findings.map { finding in
      let text = finding.diagnostic.escaped
      var name = "\(text.code.rawValue): \(text.message)"
      // Two of one name would be one to whoever compares runs.
      let count = names[name, default: 0] + 1
      names[name] = count
      if count > 1 { name += " (\(count))" }
      return element(finding, text: text, name: name, in: suite)
    }
    if cases.isEmpty { cases = [testCase(named: suite.passing, in: suite, file: nil)] }
    let failures = suite.findings.count(where: report.counts)
    let known = suite.findings.count(where: \.isKnown)
    return MarkupElement(
      name: "testsuite",
      attributes: [
        ("name", PlainText.escaped(suite.name)), ("tests", "\(cases.count)"),
        ("failures", "\(failures)"), ("errors", "0"), ("skipped", "\(known)"), ("time", "0"),
      ], children: cases)
  }

  private func testCase(named name: String, in suite: Suite, file: String?) -> MarkupElement {
    MarkupElement(
      name: "testcase",
      attributes: [("name", name), ("classname", PlainText.escaped(suite.className))]
        + (file.map { [("file", PlainText.escaped($0))] } ?? []) + [("time", "0")])
  }

  /// - Parameter text: The finding, able to be shown.
  private func element(
    _ finding: ReportedFinding, text: Diagnostic, name: String, in suite: Suite
  ) -> MarkupElement {
    let file =
      finding.diagnostic.location.map(paths.path(of:))
      ?? report.file(of: finding).map(paths.path(ofFile:))
    var testCase = testCase(named: name, in: suite, file: file)
    if finding.isKnown {
      testCase.children = [
        MarkupElement(name: "skipped", attributes: [("message", "a baseline knows it")])
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
