/// `host diff`: what differs between two sets of plugins.
enum DiffCommand: Subcommand {
  static let name = "diff"
  static let summary = "tell what differs between two sets of plugins"
  static let operands = "A B"
  static let options = OptionTable(
    [.diffFormat, .output, .locations] + Option.probing + Option.trusting + Option.policing)
  static let loadsPlugins = true
  static let details = [
    "A and B are directories of plugins, graph files or lock files. Tells which",
    "plugins, bindings, contributions, overrides and findings came, went or changed",
    "from A to B. A plugin is known by its identifier, and a binding by its key and",
    "who declared it; in which directory and on which line they are does not count.",
    "The plugins of a directory are loaded for that, in other processes. Against a",
    "lock file, which has no graph, only plugins are compared, and none is loaded.",
    "The exit status is 1 where there are differences.",
  ]
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
        "`host diff` compares two things, and \(operands.count) \(operands.count == 1 ? "is" : "are") named",
        hints: ["name directories of plugins, graph files or lock files"], command: name)
    }
    let file = try OutputFile(arguments.value(of: .output))
    let sides = try operands.map { try DiffOperand($0, for: name) }
    let report = try report(sides[0], sides[1], arguments, in: context)
    try file.write(
      text(of: report, arguments, for: file.isStandardOutput ? context.outputTerminal : .none),
      in: context)
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

/// How `host diff` writes its result.
enum DiffFormat: String, CaseIterable {
  case text, json
  /// For a comment on a change.
  case markdown
}

extension Option {
  static let diffFormat = Option(
    "format", values: DiffFormat.allCases.map(\.rawValue), placeholder: "FORMAT",
    "text, json or markdown; text otherwise")
  static let locations = Option(
    "locations", "Let a binding that only moved count as changed")
}
