import CleanseSupport
import CleanseFindingReports

/// `host diff`: the differences between two sets of plugins.
enum DiffCommand: Subcommand {
  static let name = "diff"
  static let summary = "Compare two sets of plugins"
  static let operands = "A B"
  static let options = OptionTable(
    [.diffFormat, .output, .locations] + Option.probing + Option.trusting + Option.policing)
  static let loadsPlugins = true
  static let details = [
    "A and B are directories of plugins, graph files or lock files. Shows which",
    "plugins, bindings, contributions, overrides and findings were added, removed or",
    "changed from A to B. Plugins are matched by identifier, bindings by key and",
    "declaring plugin and modules; directories and line numbers are ignored. The",
    "plugins of a directory are loaded in other processes. A lock file has no graph:",
    "against one, only plugins are compared, and none is loaded.",
  ]
  static let statuses = StatusMeanings(
    success: "there are no differences", findings: "there are differences")
  static let examples = [
    "host diff yesterday/plugins plugins",
    "host diff --format markdown --output diff.md old plugins",
    "host diff release.json plugins", "host diff plugins.lock plugins",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    let operands = arguments.allOperands
    guard operands.count == 2 else {
      throw UsageError(
        "`host diff` requires two operands, not \(operands.count)",
        hints: ["name directories of plugins, graph files or lock files"], command: name)
    }
    let file = try OutputFile(arguments.value(of: .output))
    let sides = try operands.map { try DiffOperand($0, for: name) }
    let report = try report(sides[0], sides[1], arguments, in: context)
    try context.write(
      text(of: report, arguments, for: file.isStandardOutput ? context.outputTerminal : .none),
      to: file)
    return report.status
  }

  private static func text(
    of report: DiffReport, _ arguments: ParsedArguments, for terminal: Terminal
  ) throws -> String {
    switch arguments.value(of: .diffFormat).flatMap(DiffFormat.init) ?? .text {
    case .json: try JSONOutput.text(of: report)
    case .text: report.text(for: terminal)
    case .markdown: report.markdown
    }
  }

  private static func report(
    _ before: DiffOperand, _ after: DiffOperand, _ arguments: ParsedArguments,
    in context: CommandContext
  ) throws -> DiffReport {
    guard before.kind != .lock, after.kind != .lock else {
      return DiffReport(
        before.path, try before.lock(arguments, in: context),
        after.path, try after.lock(arguments, in: context))
    }
    return DiffReport(
      before.path, try before.load(arguments, in: context),
      after.path, try after.load(arguments, in: context),
      withLocations: arguments.contains(.locations))
  }
}

/// An output format of `host diff`.
enum DiffFormat: String, CaseIterable {
  case text, json
  /// For a comment on a pull request.
  case markdown
}

extension Option {
  static let diffFormat = Option(
    "format", values: DiffFormat.allCases.map(\.rawValue), placeholder: "FORMAT",
    "text, json or markdown (default: text)")
  static let locations = Option(
    "locations", "Report bindings that only moved as changed")
}
