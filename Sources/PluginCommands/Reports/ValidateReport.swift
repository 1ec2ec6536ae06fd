import CleansePluginHost
import CleanseSupport

/// The result of `host validate`: the plugins and the findings about them and their graph.
struct ValidateReport: JSONDocument {
  /// A plugin in this document.
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
  /// The number of bindings that plugins declare.
  let bindings: Int
  /// Whether warnings count as errors.
  let isStrict: Bool
  /// The findings about the plugins, then those about their graph, without those in the baseline.
  let findings: [Diagnostic]
  /// A smallest set of plugins whose removal makes the graph valid; nil if the graph has no error, other than those
  /// in the baseline.
  let removal: SmallestRemoval?
  let errors: Int
  let warnings: Int
  /// The number of ignored findings, which are not included in the other members.
  let ignored: Int
  /// The comparison with the baseline, if there is one; `findings` then contains only the new ones.
  let baseline: BaselineResult?
  /// All findings, including those in the baseline.
  let reported: [ReportedFinding]

  init(
    directories: [String], combination: Combination, isStrict: Bool,
    baseline: BaselineResult? = nil
  ) {
    let reported = ReportedFinding.all(of: combination, unchanged: baseline?.unchanged ?? [])
    let hasErrors = reported.contains { !$0.isUnchanged && $0.diagnostic.severity == .error }
    self.init(
      directories: directories, plugins: combination.entries.map(Plugin.init),
      bindings: combination.graph.bindings.count { $0.provenance.origin != nil },
      reported: reported, removal: hasErrors ? combination.removal : nil,
      ignored: combination.ignored, isStrict: isStrict,
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
    findings = reported.filter { !$0.isUnchanged }.map(\.diagnostic)
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
    !finding.isUnchanged && finding.diagnostic.severity >= (isStrict ? .warning : .error)
  }

  /// The file of the plugin that a finding is about or comes from.
  func file(of finding: ReportedFinding) -> String? {
    if let plugin = finding.plugin { return plugins[plugin].file }
    let origin = finding.diagnostic.provenance?.origin
    return origin.flatMap { origin in plugins.first { $0.identifier == origin }?.file }
  }

  /// The suggested removal, if any, and the summary.
  var text: String {
    let usable = plugins.count { $0.status == .ok }
    let removal = removal.flatMap { removal in
      // To remove all of them is no suggestion.
      !removal.plugins.isEmpty && removal.plugins.count == usable ? nil : removal
    }
    return (removal.map { PlainText.escaped($0.summary) + "\n" } ?? "")
      + PlainText.escapedLines(summary) + "\n"
  }

  /// The summary in one line, followed by a second line if the baseline was updated.
  var summary: String {
    let rejected = plugins.count { $0.status == .rejected }
    let parts = [
      Self.counted(plugins.count, "plugin") + (rejected > 0 ? " (\(rejected) rejected)" : ""),
      Self.counted(bindings, "binding"),
    ]
    let new = baseline == nil ? "" : "new "
    let counts =
      [Self.counted(errors, new + "error"), Self.counted(warnings, new + "warning")]
      + (baseline.map { ["\($0.unchanged.count) unchanged", "\($0.absent.count) absent"] } ?? [])
    let remark = isStrict && warnings > 0 ? " (warnings count as errors)" : ""
    let written = baseline.flatMap { baseline in
      baseline.isUpdate
        ? "\nwrote \(Self.counted(baseline.unchanged.count, "finding")) to \(baseline.file)" : nil
    }
    return parts.joined(separator: ", ") + ": " + counts.joined(separator: ", ") + remark
      + (ignored > 0 ? ", \(ignored) ignored" : "") + (written ?? "")
  }

  static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  private enum CodingKeys: String, CodingKey {
    case schema, directories, plugins, bindings, findings, removal, errors, warnings, ignored
    case baseline, unchanged, absent
    case isStrict = "strict"
  }

  /// Writes the members; `baseline`, `unchanged` and `absent` only if there is a baseline.
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
    try container.encodeIfPresent(baseline?.unchanged, forKey: .unchanged)
    try container.encodeIfPresent(baseline?.absent, forKey: .absent)
  }
}

extension ValidateReport.Plugin {
  init(_ entry: PluginEntry) {
    self.init(
      identifier: entry.identifier, version: entry.version, file: entry.file,
      status: entry.status, rejection: entry.rejection)
  }
}
