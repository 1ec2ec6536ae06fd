import CleanseFindingReports

/// The result of a command: a document for programs, and a text for people.
///
/// A command makes the report from a graph or from inspections, and writes it with `CommandContext.write`, in the format
/// that the user requests. The members of a report are the document; its text is a view of them, which can leave out some.
/// Parts that several reports share, such as the entry of an option or a table of bindings, are types of this folder, too.
protocol CommandReport: ReportDocument {
  /// The report for people, in lines that end with a newline.
  func text(for terminal: Terminal) -> String
}

extension CommandContext {
  /// Writes a report in the format that the arguments request.
  func write(_ report: some CommandReport, _ arguments: ParsedArguments) throws {
    try write(report, as: arguments.format)
  }

  /// Writes a report in a format.
  func write(_ report: some CommandReport, as format: OutputFormat) throws {
    switch format {
    case .json: try write(JSONOutput.text(of: report))
    case .text: try write(report.text(for: outputTerminal))
    }
  }
}
