/// A format in which a command writes its findings, and the destination.
package struct FormattedOutput: Equatable, Sendable {
  package let format: ReportFormat
  package let file: OutputFile

  /// The outputs that `--format` and `--output` request. An output applies to the format before it; an output
  /// before all formats applies to the first.
  ///
  /// - Throws: A ``UsageError`` for a format with two outputs or two formats with the same output, or a
  ///   ``CommandFailure`` for a file that can't be written.
  package static func all(
    in arguments: ParsedArguments, for command: String?
  ) throws -> [FormattedOutput] {
    let outputs = try pairs(in: arguments, for: command).map { format, path in
      FormattedOutput(format: format, file: try OutputFile(path))
    }
    for (index, output) in outputs.enumerated() {
      guard let other = outputs[..<index].first(where: { $0.file == output.file }) else { continue }
      let formats = "formats \(other.format.rawValue) and \(output.format.rawValue)"
      throw UsageError(
        "\(formats) are both written to \(output.file.name)",
        hints: ["name a file for one of them: --format \(output.format.rawValue) --output FILE"],
        command: command)
    }
    return outputs
  }

  private static func pairs(
    in arguments: ParsedArguments, for command: String?
  ) throws(UsageError) -> [(format: ReportFormat, path: String?)] {
    var formats = (arguments.values[.reportFormat] ?? []).makeIterator()
    var paths = (arguments.values[.output] ?? []).makeIterator()
    var pairs: [(format: ReportFormat, path: String?)] = []
    var early: String?
    for option in arguments.order {
      if option == .reportFormat {
        let format = formats.next().flatMap(ReportFormat.init(rawValue:)) ?? .text
        pairs.append((format, early))
        early = nil
      } else if option == .output, let path = paths.next() {
        guard !path.isEmpty else {
          throw UsageError(
            "invalid value `` for option --output", hints: [Option.output.expectation],
            command: command)
        }
        if let used = pairs.last?.path ?? early {
          throw UsageError(
            "option --output \(path) has no format: the one before it is written to \(used)",
            hints: ["write a --format before each --output: \(example)"], command: command)
        }
        if pairs.isEmpty { early = path } else { pairs[pairs.count - 1].path = path }
      }
    }
    return pairs.isEmpty ? [(.text, early)] : pairs
  }

  private static let example = "--format sarif --output findings.sarif"
}
