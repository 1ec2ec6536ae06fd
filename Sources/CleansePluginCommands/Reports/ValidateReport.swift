import CleanseSupport
import CleansePluginHost
import CleanseGraphAnalysis
import CleanseFindingReports

/// The result of `host validate`: the plugins and the findings about them and their graph.
struct ValidateReport: ReportDocument {
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
  /// How the findings are judged.
  let judgement: Judgement
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
  /// The listed findings, including those in the baseline.
  let reported: [ReportedFinding]

  init(
    directories: [String], combination: CombinedGraph, baseline: BaselineResult? = nil
  ) {
    let reported = ReportedFinding.all(of: combination, baseline: baseline).limited()
    let hasErrors = reported.new.contains { $0.severity == .error }
    self.init(
      directories: directories, plugins: combination.entries.map(Plugin.init),
      bindings: combination.graph.bindings.count { $0.provenance.origin != nil },
      reported: reported, removal: hasErrors ? combination.removal : nil,
      ignored: combination.ignored, judgement: combination.judgement, baseline: baseline)
  }

  init(
    directories: [String], plugins: [Plugin], bindings: Int, reported: [ReportedFinding],
    removal: SmallestRemoval? = nil, ignored: Int = 0,
    judgement: Judgement = Judgement(), baseline: BaselineResult? = nil
  ) {
    self.baseline = baseline
    self.directories = directories
    self.plugins = plugins
    self.bindings = bindings
    self.judgement = judgement
    self.reported = reported
    findings = reported.new
    self.removal = removal
    errors = reported.totalNew(.error)
    warnings = reported.totalNew(.warning)
    self.ignored = ignored
  }

  /// The report of a program in all formats.
  func findingReport(of program: Program) -> FindingReport {
    let usable = plugins.count { $0.status == .ok }
    let scope = [present, missing, FindingReport.counted(bindings, "binding")].compactMap(\.self)
    let removal = removal.flatMap { removal in
      // To remove all of them is no suggestion.
      !removal.plugins.isEmpty && removal.plugins.count == usable ? nil : removal
    }
    return FindingReport(
      program: program, command: "\(program.name) validate", subjects: plugins.map(\.subject),
      remainder: FindingReport.Subject(
        name: "combined graph", className: "graph", passing: "the plugins fit together"),
      fallbackFile: directories.first ?? ".", reported: reported, baseline: baseline,
      judgement: judgement, scope: scope.joined(separator: ", "), ignored: ignored,
      suggestion: removal?.summary, document: self)
  }

  /// How many plugins have files, and how many of these can't be used.
  private var present: String {
    let present = plugins.filter { !$0.isMissing }
    let others = [
      (PluginEntry.Status.rejected, "rejected"), (.disabled, "disabled"), (.leftOut, "left out"),
    ].compactMap { status, name in
      let count = present.count { $0.status == status }
      return count > 0 ? "\(count) \(name)" : nil
    }
    return FindingReport.counted(present.count, "plugin")
      + (others.isEmpty ? "" : " (\(others.joined(separator: ", ")))")
  }

  /// How many plugins of the lock have no file; nil for none.
  private var missing: String? {
    let count = plugins.count(where: \.isMissing)
    return count > 0 ? FindingReport.counted(count, "missing plugin") : nil
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
    try container.encode(judgement.isStrict, forKey: .isStrict)
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

  /// Whether the plugin is only in the lock, and has no file.
  fileprivate var isMissing: Bool {
    rejection == Diagnostic.Code.pluginLockedPluginMissing.rawValue
  }

  fileprivate var subject: FindingReport.Subject {
    let fileName = lastComponent(of: file)
    return FindingReport.Subject(
      name: identifier ?? fileName, identifier: identifier, file: file, passing: "can be used")
  }
}
