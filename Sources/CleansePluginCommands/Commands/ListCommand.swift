import CleanseSupport
import CleanseFindingReports
import CleansePluginHost

/// `host list`: the plugins of directories. No code of any plugin runs.
enum ListCommand: Subcommand {
  static let name = "list"
  static let summary = "List plugins without running them"
  static let operands = "[DIR]..."
  static let options = OptionTable(
    [.listFormat, .all, .against] + Option.trusting + Option.policing)
  static let details = [
    "Shows the identifier, version, summary, language and declared contributions of",
    "each plugin, and whether it can be used; if not, why. Shows the contracts of the",
    "plugins' libraries. No code of a plugin runs, and nothing is cached: each file",
    "is read each time.",
    "With --against, checks the plugins against another host: the framework, the",
    "contracts and the plugins in directories (repeatable), or the host that one",
    "graph file describes.",
    "`cyclonedx` is a bill of materials in JSON: the plugins, the contracts and the",
    "libraries with versions and digests, and what depends on what. Equal files give",
    "equal bytes; only SOURCE_DATE_EPOCH adds a time.",
  ]
  static let examples = [
    "host list plugins", "host list --format json --all plugins",
    "host list --against /opt/editor/lib --against /opt/editor/plugins build",
    "host list --format cyclonedx plugins > bom.json",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    let policy = context.policy
    let format = try format(arguments)
    let date = try SourceDate.of(context.environment, for: name)
    let path = PluginPath(operands: arguments.allOperands, policy: policy)
    var host = PluginHost(
      directories: path.directories, trust: try policy.trust(of: path.operands, for: name),
      judgement: policy.judgement, configuration: policy.configuration)
    let against = arguments.values[.against] ?? []
    let other = try against.isEmpty ? nil : OtherHost(against, for: name, policy)
    if let other { host = host.comparing(with: other) }
    if format != .cyclonedx { host = host.withoutDigests }
    let inspections = try path.reading(host.inspect(), for: name)
      .map { $0.withoutFindings(ignoredBy: policy.judgement) }
    let report = ListReport(
      directories: path.directories, inspections: inspections, all: arguments.contains(.all),
      against: against, other)
    switch format {
    case .text: try context.write(report, as: .text)
    case .json: try context.write(report, as: .json)
    case .cyclonedx:
      try context.write(
        JSONOutput.text(
          of: BillOfMaterials(inspections, of: context.names.program, at: date)))
    }
    if format != .json {
      context.report(report.findings)
      context.report(ignored: report.plugins)
    }
    context.report(lines: report.hints)
    return report.status
  }

  private static func format(_ arguments: ParsedArguments) throws(UsageError) -> ListFormat {
    let format = arguments.value(of: .listFormat).flatMap(ListFormat.init(rawValue:)) ?? .text
    guard format != .cyclonedx || !arguments.contains(.against) else {
      throw UsageError(
        "options --format cyclonedx and --against can't be combined",
        hints: ["a bill of materials is that of this host"], command: name)
    }
    return format
  }
}

/// An output format of `host list`.
enum ListFormat: String, CaseIterable, Sendable {
  /// For people: tables and sentences.
  case text
  /// For programs: one document with a `schema`.
  case json
  /// A bill of materials in the JSON of CycloneDX.
  case cyclonedx
}

extension Option {
  static let listFormat = Option(
    "format", values: ListFormat.allCases.map(\.rawValue), placeholder: "FORMAT",
    "text, json or cyclonedx (default: text)")
}
