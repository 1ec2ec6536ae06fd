import CleanseSupport
import CleanseGraphAnalysis
import CleanseGraph

/// The findings as GitHub Actions workflow commands that annotate lines, followed by the summary.
///
/// Each new finding becomes one annotation with its complete text. Each note with a location also becomes a
/// notice at that location, so that reviewers of that file see it.
struct GitHubReport {
  private let report: FindingReport
  private let paths: SourcePaths

  init(_ report: FindingReport, _ paths: SourcePaths) {
    self.report = report
    self.paths = paths
  }

  /// One line for each command, then the summary.
  var text: String {
    let commands = report.reported.filter { !$0.isUnchanged }.flatMap(commands) + absent
    return commands.map { $0.line + "\n" }.joined() + PlainText.escapedLines(report.summary) + "\n"
  }

  /// The entries of the baseline that the run did not find.
  private var absent: [WorkflowCommand] {
    (report.baseline?.absent ?? []).map { entry in
      WorkflowCommand(
        kind: .notice, title: PlainText.escaped(entry.code.rawValue),
        message: "absent: \(PlainText.escaped(entry.about))", location: nil)
    }
  }

  private func commands(_ finding: ReportedFinding) -> [WorkflowCommand] {
    let diagnostic = finding.diagnostic
    let text = diagnostic.escaped
    let lines = text.description.split(separator: "\n", omittingEmptySubsequences: false)
    let location = diagnostic.location.map(location)
    let own = WorkflowCommand(
      kind: Self.kind(of: diagnostic.severity), title: text.code.rawValue,
      // The first line contains only the severity and the code besides the message.
      message: ([text.message[...]] + lines.dropFirst()).joined(separator: "\n"),
      location: location
        ?? report.file(of: finding).map {
          WorkflowCommand.Location(file: paths.path(ofFile: $0), line: nil)
        })
    var seen = Set([own.location])
    let others = zip(diagnostic.notes, text.notes).compactMap { note, escaped -> WorkflowCommand? in
      guard let location = note.location.map(self.location), seen.insert(location).inserted else {
        return nil
      }
      return WorkflowCommand(
        kind: .notice, title: text.code.rawValue, message: "\(escaped.message): \(text.message)",
        location: location)
    }
    return [own] + others
  }

  private func location(_ location: SourceLocation) -> WorkflowCommand.Location {
    WorkflowCommand.Location(
      file: paths.path(of: location), line: location.line < 1 ? nil : location.line)
  }

  private static func kind(of severity: Diagnostic.Severity) -> WorkflowCommand.Kind {
    switch severity {
    case .note: .notice
    case .warning: .warning
    case .error: .error
    }
  }
}
