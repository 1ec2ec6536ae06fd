import CleanseSupport

extension FormattedOutput {
  /// Writes the report in each format to its destination.
  ///
  /// - Throws: A ``CommandFailure``, or the error of standard output.
  package static func write(
    _ report: FindingReport, to outputs: [FormattedOutput], on streams: OutputStreams
  ) throws {
    let paths = SourcePaths.belowWorkingDirectory()
    let results = try outputs.map { ($0.file, try $0.text(of: report, paths)) }
    if outputs.contains(where: \.isShown) {
      streams.report(report.findings, as: report.style)
      streams.report(lines: report.baseline?.lines ?? [])
    }
    try streams.write(results)
  }

  /// Whether the result is text on standard output; the findings then go to standard error.
  private var isShown: Bool { format == .text && file.isStandardOutput }

  private func text(of report: FindingReport, _ paths: SourcePaths) throws -> String {
    switch format {
    case .text:
      let findings =
        [DiagnosticText.of(report.findings, as: report.style, for: .none)]
        + (report.baseline?.lines ?? []).map { PlainText.escaped($0) + "\n" }
      return (isShown ? "" : findings.joined()) + report.text
    case .json: return try JSONOutput.text(of: report.document)
    case .sarif: return try JSONOutput.text(of: SARIFLog(report, paths))
    case .junit: return JUnitReport(report, paths).text
    case .github: return GitHubReport(report, paths).text
    }
  }
}
