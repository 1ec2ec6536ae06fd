import CleanseSupport
import GraphAnalysis
import GraphRendering
import CleanseGraph

/// The findings as commands that annotate lines in a job of GitHub Actions, then the summary.
///
/// A finding that no baseline knows is one annotation with all that it says. The other sides of it, which
/// are the notes with a place, are notices there, so that whoever looks at that file sees them, too.
struct GitHubReport {
  private let report: ValidateReport
  private let paths: SourcePaths

  init(_ report: ValidateReport, _ paths: SourcePaths) {
    self.report = report
    self.paths = paths
  }

  /// A line a command, then the summary.
  var text: String {
    let commands = report.reported.filter { !$0.isKnown }.flatMap(commands) + gone
    return commands.map { $0.line + "\n" }.joined() + PlainText.escapedLines(report.summary) + "\n"
  }

  /// What a baseline knows and nobody finds any more.
  private var gone: [WorkflowCommand] {
    (report.baseline?.gone ?? []).map { entry in
      WorkflowCommand(
        kind: .notice, title: PlainText.escaped(entry.code.rawValue),
        message: "gone: \(PlainText.escaped(entry.about))", place: nil)
    }
  }

  private func commands(_ finding: ReportedFinding) -> [WorkflowCommand] {
    let diagnostic = finding.diagnostic
    let text = diagnostic.escaped
    let lines = text.description.split(separator: "\n", omittingEmptySubsequences: false)
    let place = diagnostic.location.map(place)
    let own = WorkflowCommand(
      kind: Self.kind(of: diagnostic.severity), title: text.code.rawValue,
      // What the first line says beyond the message are its severity and its code.
      message: ([text.message[...]] + lines.dropFirst()).joined(separator: "\n"),
      place: place
        ?? report.file(of: finding).map {
          WorkflowCommand.Place(file: paths.path(ofFile: $0), line: nil)
        })
    var seen = Set([own.place])
    let others = zip(diagnostic.notes, text.notes).compactMap { note, escaped -> WorkflowCommand? in
      guard let place = note.location.map(self.place), seen.insert(place).inserted else {
        return nil
      }
      return WorkflowCommand(
        kind: .notice, title: text.code.rawValue, message: "\(escaped.message): \(text.message)",
        place: place)
    }
    return [own] + others
  }

  private func place(_ location: SourceLocation) -> WorkflowCommand.Place {
    WorkflowCommand.Place(
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
