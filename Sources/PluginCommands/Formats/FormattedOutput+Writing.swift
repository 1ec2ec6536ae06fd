import CleanseSupport

extension FormattedOutput {
  /// Writes the report in each format to its destination.
  ///
  /// - Throws: A ``HostFailure``, or the error of a stream.
  static func write(
    _ report: ValidateReport, to outputs: [FormattedOutput], in context: CommandContext
  ) throws {
    let paths = SourcePaths.belowWorkingDirectory()
    let results = try outputs.map { ($0.file, try $0.text(of: report, paths)) }
    if outputs.contains(where: \.isShown) {
      context.report(report.findings)
      context.report(lines: report.baseline?.lines ?? [])
    }
    try OutputFile.write(results, in: context)
  }

  /// Whether the result is text on standard output; the findings then go to standard error.
  private var isShown: Bool { format == .text && file.isStandardOutput }

  private func text(of report: ValidateReport, _ paths: SourcePaths) throws -> String {
    switch format {
    case .text:
      let findings =
        report.findings.map { DiagnosticText.of($0, for: .none) }
        + (report.baseline?.lines ?? []).map { PlainText.escaped($0) + "\n" }
      return (isShown ? "" : findings.joined()) + report.text
    case .json: return try JSONOutput.text(of: report)
    case .sarif: return try JSONOutput.text(of: SARIFLog(report, paths))
    case .junit: return JUnitReport(report, paths).text
    case .github: return GitHubReport(report, paths).text
    }
  }
}
