import CleansePluginHost
import CleanseSupport

/// What `host validate` found: the combined graph, and everything that is wrong with it.
struct ValidateReport: JSONDocument {
  /// A plugin as this document names it.
  struct Plugin: Encodable, Sendable {
    let identifier: String?
    let version: String?
    let file: String
    let status: PluginEntry.Status
    let rejection: String?
  }

  let schema = "cleanse-validate/1"
  let directories: [String]
  let plugins: [Plugin]
  /// How many bindings the plugins brought.
  let bindings: Int
  /// Whether warnings count as errors.
  let isStrict: Bool
  /// What is wrong with the plugins, then what is wrong with their graph.
  let findings: [Diagnostic]
  /// Which plugins would have to go for the rest to fit together; nothing where the graph has no error.
  let removal: SmallestRemoval?
  let errors: Int
  let warnings: Int
  /// How many were left out of the findings and of what is counted.
  let ignored: Int
  /// What a baseline makes of the findings, where there is one: those above are then the new ones.
  let baseline: BaselineResult?
  /// All findings, also those that a baseline knows, with what else is known of each.
  let reported: [ReportedFinding]

  init(
    directories: [String], combination: Combination, isStrict: Bool,
    baseline: BaselineResult? = nil
  ) {
    self.init(
      directories: directories, plugins: combination.entries.map(Plugin.init),
      bindings: combination.graph.bindings.count { $0.provenance.origin != nil },
      reported: ReportedFinding.all(of: combination, known: baseline?.known ?? []),
      removal: combination.removal, ignored: combination.ignored, isStrict: isStrict,
      baseline: baseline)
  }

  init(
    directories: [String], plugins: [Plugin], bindings: Int, reported: [ReportedFinding],
    removal: SmallestRemoval? = nil, ignored: Int = 0, isStrict: Bool,
    baseline: BaselineResult? = nil
  ) {
    self.baseline = baseline
    self.directories = directories
    self.plugins = plugins
    self.bindings = bindings
    self.isStrict = isStrict
    self.reported = reported
    findings = reported.filter { !$0.isKnown }.map(\.diagnostic)
    self.removal = removal
    errors = findings.count { $0.severity == .error }
    warnings = findings.count { $0.severity == .warning }
    self.ignored = ignored
  }

  var status: ExitStatus {
    reported.contains(where: counts) ? .findings : .success
  }

  /// Whether a finding makes the run fail.
  func counts(_ finding: ReportedFinding) -> Bool {
    !finding.isKnown && finding.diagnostic.severity >= (isStrict ? .warning : .error)
  }

  /// The file of the plugin that a finding is about, or that brought what it is about.
  func file(of finding: ReportedFinding) -> String? {
    if let plugin = finding.plugin { return plugins[plugin].file }
    let origin = finding.diagnostic.provenance?.origin
    return origin.flatMap { origin in plugins.first { $0.identifier == origin }?.file }
  }

  /// What would mend the graph, and the outcome in one line.
  var text: String {
    (removal.map { PlainText.escaped($0.summary) + "\n" } ?? "")
      + PlainText.escapedLines(summary) + "\n"
  }

  /// The outcome in one line; of a baseline that was written, in a further one.
  var summary: String {
    let rejected = plugins.count { $0.status == .rejected }
    let parts = [
      Self.counted(plugins.count, "plugin") + (rejected > 0 ? " (\(rejected) rejected)" : ""),
      Self.counted(bindings, "binding"),
    ]
    let new = baseline == nil ? "" : "new "
    let counts =
      [Self.counted(errors, new + "error"), Self.counted(warnings, new + "warning")]
      + (baseline.map { ["\($0.known.count) known", "\($0.gone.count) gone"] } ?? [])
    let remark = isStrict && warnings > 0 ? " (warnings count as errors)" : ""
    let written = baseline.flatMap { baseline in
      baseline.isUpdate
        ? "\nwrote \(Self.counted(baseline.known.count, "finding")) to \(baseline.file)" : nil
    }
    return parts.joined(separator: ", ") + ": " + counts.joined(separator: ", ") + remark
      + (ignored > 0 ? ", \(ignored) ignored" : "") + (written ?? "")
  }

  static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  private enum CodingKeys: String, CodingKey {
    case schema, directories, plugins, bindings, findings, removal, errors, warnings, ignored
    case baseline, known, gone
    case isStrict = "strict"
  }

  /// Writes the parts; `baseline`, `known` and `gone` only where there is a baseline.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(schema, forKey: .schema)
    try container.encode(directories, forKey: .directories)
    try container.encode(plugins, forKey: .plugins)
    try container.encode(bindings, forKey: .bindings)
    try container.encode(isStrict, forKey: .isStrict)
    try container.encode(findings, forKey: .findings)
    try container.encodeIfPresent(removal, forKey: .removal)
    try container.encode(errors, forKey: .errors)
    try container.encode(warnings, forKey: .warnings)
    try container.encode(ignored, forKey: .ignored)
    try container.encodeIfPresent(baseline?.file, forKey: .baseline)
    try container.encodeIfPresent(baseline?.known, forKey: .known)
    try container.encodeIfPresent(baseline?.gone, forKey: .gone)
  }
}

extension ValidateReport.Plugin {
  init(_ entry: PluginEntry) {
    self.init(
      identifier: entry.identifier, version: entry.version, file: entry.file,
      status: entry.status, rejection: entry.rejection)
  }
}
