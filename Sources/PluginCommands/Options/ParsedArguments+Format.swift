import FindingReports

extension ParsedArguments {
  /// The value of `--format`.
  var format: OutputFormat {
    value(of: .format).flatMap(OutputFormat.init(rawValue:)) ?? .text
  }
}
