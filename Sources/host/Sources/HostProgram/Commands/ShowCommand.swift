import CleansePluginHost

/// `host show`: one plugin in full.
enum ShowCommand: Subcommand {
  static let name = "show"
  static let summary = "show one plugin in full"
  static let operands = "[DIR…] IDENTIFIER"
  static let options = OptionTable([.format])
  static let details = [
    "Tells what the plugin says of itself, what it was built with, which libraries",
    "and plugins it needs, and what it binds and contributes. To learn that, the",
    "plugins of the directories are loaded. A file's name may stand in place of the",
    "identifier.",
  ]
  static let examples = ["host show plugins org.cleanse.samples.redact"]

  static func run(
    _ arguments: ParsedArguments, in surroundings: Surroundings
  ) async throws -> ExitStatus {
    guard let identifier = arguments.allOperands.last else {
      throw UsageError("`host show` needs the identifier of a plugin", command: name)
    }
    let path = PluginPath(
      operands: arguments.allOperands.dropLast(), environment: surroundings.environment)
    let combination: Combination
    do {
      combination = try Combination(of: path, for: name)
    } catch var error as UsageError {
      // `host show plugins` names a directory where an identifier was meant to follow.
      if path.origin == .standard {
        error.hints.append("`\(identifier)` was taken for the identifier of a plugin")
      }
      throw error
    }
    let report = ShowReport(
      plugins: combination.plugins.compactMap { ShowReport.Plugin($0, graph: combination.graph) }
        .filter { [$0.entry.identifier, $0.entry.fileName, $0.entry.file].contains(identifier) })
    guard !report.plugins.isEmpty else {
      throw unknown(identifier, combination.entries.map(\.name), path)
    }
    switch arguments.format {
    case .json:
      try surroundings.write(JSONOutput.text(of: report))
    case .text:
      try surroundings.write(report.text(for: surroundings.outputTerminal))
      surroundings.tell(report.findings)
    }
    return report.status
  }

  private static func unknown(
    _ identifier: String, _ known: [String], _ path: PluginPath
  ) -> UsageError {
    let place = path.directories.joined(separator: ", ")
    let hint: String
    if let nearest = Spelling.nearest(to: identifier, in: known).first {
      hint = "did you mean \(nearest)?"
    } else if known.isEmpty {
      hint = "there is no plugin at all"
    } else {
      hint = "there are \(Spelling.ranked(by: identifier, known).joined(separator: ", "))"
    }
    return UsageError(
      "no plugin `\(identifier)` in \(place)", hints: [hint], command: name)
  }
}
