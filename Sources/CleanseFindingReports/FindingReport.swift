import CleanseGraph
import CleanseSupport
package import CleanseGraphAnalysis

/// The findings of a run, as every format shows them.
package struct FindingReport {
  /// What findings are about, such as a plugin. It is a suite of a test report.
  package struct Subject {
    /// The name for people.
    let name: String
    /// The class name in a test report, by which viewers group the cases.
    let className: String
    /// The identifier, if it is known. Findings that come from the subject have it as their origin.
    let identifier: String?
    /// The file, for findings without a location in a source.
    let file: String?
    /// The name of the case that passes if there are no findings.
    let passing: String

    /// - Parameter className: By default, the name.
    package init(
      name: String, className: String? = nil, identifier: String? = nil, file: String? = nil,
      passing: String
    ) {
      self.name = name
      self.className = className ?? name
      self.identifier = identifier
      self.file = file
      self.passing = passing
    }
  }

  let program: Program
  /// The command line without its arguments, such as `host validate`.
  let command: String
  let subjects: [Subject]
  /// The subject of all findings that are not about one of ``subjects`` alone.
  let remainder: Subject
  /// The file or directory that stands for the location of a finding without one.
  let fallbackFile: String
  /// All findings, including those in the baseline.
  let reported: [ReportedFinding]
  /// The comparison with the baseline, if there is one.
  let baseline: BaselineResult?
  /// Which findings make the run fail. Their levels have been applied.
  let judgement: Judgement
  /// What was checked, at the beginning of the summary, as in `2 plugins, 7 bindings`.
  let scope: String
  /// The number of ignored findings, which are not included in the other members.
  let ignored: Int
  /// A suggestion in one line, which precedes the summary in the text.
  let suggestion: String?
  /// How findings are written as text.
  let style: DiagnosticText.Style
  /// The result for programs.
  let document: any ReportDocument

  package init(
    program: Program, command: String, subjects: [Subject], remainder: Subject,
    fallbackFile: String = ".", reported: [ReportedFinding], baseline: BaselineResult?,
    judgement: Judgement, scope: String, ignored: Int, suggestion: String? = nil,
    style: DiagnosticText.Style = .paragraphs, document: any ReportDocument
  ) {
    self.program = program
    self.command = command
    self.subjects = subjects
    self.remainder = remainder
    self.fallbackFile = fallbackFile
    self.reported = reported
    self.baseline = baseline
    self.judgement = judgement
    self.scope = scope
    self.ignored = ignored
    self.suggestion = suggestion
    self.style = style
    self.document = document
  }

  package var status: ExitStatus {
    reported.contains(where: counts) ? .findings : .success
  }

  /// The findings without those in the baseline.
  var findings: [Diagnostic] { reported.new }

  /// Whether a finding makes the run fail.
  func counts(_ finding: ReportedFinding) -> Bool {
    !finding.isUnchanged && judgement.fails(finding.diagnostic)
  }

  /// The file of the subject that a finding is about or comes from.
  func file(of finding: ReportedFinding) -> String? {
    if let subject = finding.subject { return subjects[subject].file }
    let origin = finding.diagnostic.provenance?.origin
    return origin.flatMap { origin in subjects.first { $0.identifier == origin }?.file }
  }

  /// The suggestion, if any, and the summary.
  package var text: String {
    (suggestion.map { PlainText.escaped($0) + "\n" } ?? "") + PlainText.escapedLines(summary)
      + "\n"
  }

  /// The summary in one line, followed by a second line if the baseline was updated.
  package var summary: String {
    let errors = reported.totalNew(.error)
    let warnings = reported.totalNew(.warning)
    let new = baseline == nil ? "" : "new "
    let counts =
      [Self.counted(errors, new + "error"), Self.counted(warnings, new + "warning")]
      + (baseline.map { ["\($0.unchanged.count) unchanged", "\($0.absent.count) absent"] } ?? [])
    let remark = judgement.isStrict && warnings > 0 ? " (warnings count as errors)" : ""
    let written = baseline.flatMap { baseline in
      baseline.isUpdate
        ? "\nwrote \(Self.counted(baseline.unchanged.count, "finding")) to \(baseline.file)" : nil
    }
    return scope + ": " + counts.joined(separator: ", ") + remark
      + (ignored > 0 ? ", \(ignored) ignored" : "") + (written ?? "")
  }

  /// A number with a noun in the singular or plural.
  package static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
