import Cleanse
import CleansePluginHost

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
  let errors: Int
  let warnings: Int
  /// The findings with what else is known of each.
  let reported: [ReportedFinding]

  init(directories: [String], combination: Combination, isStrict: Bool) {
    self.init(
      directories: directories, plugins: combination.entries.map(Plugin.init),
      bindings: combination.graph.bindings.count { $0.provenance.origin != nil },
      reported: ReportedFinding.all(of: combination), isStrict: isStrict)
  }

  init(
    directories: [String], plugins: [Plugin], bindings: Int, reported: [ReportedFinding],
    isStrict: Bool
  ) {
    self.directories = directories
    self.plugins = plugins
    self.bindings = bindings
    self.isStrict = isStrict
    self.reported = reported
    let findings = reported.map(\.diagnostic)
    self.findings = findings
    errors = findings.count { $0.severity == .error }
    warnings = findings.count { $0.severity == .warning }
  }

  var status: ExitStatus {
    findings.contains(where: counts) ? .findings : .success
  }

  /// Whether a finding makes the run fail.
  func counts(_ finding: Diagnostic) -> Bool {
    finding.severity >= (isStrict ? .warning : .error)
  }

  /// The file of the plugin that a finding is about, or that brought what it is about.
  func file(of finding: ReportedFinding) -> String? {
    if let plugin = finding.plugin { return plugins[plugin].file }
    let origin = finding.diagnostic.provenance?.origin
    return origin.flatMap { origin in plugins.first { $0.identifier == origin }?.file }
  }

  /// The outcome in one line.
  var summary: String {
    let rejected = plugins.count { $0.status == .rejected }
    let parts = [
      Self.counted(plugins.count, "plugin") + (rejected > 0 ? " (\(rejected) rejected)" : ""),
      Self.counted(bindings, "binding"),
    ]
    let remark = isStrict && warnings > 0 ? " (warnings count as errors)" : ""
    return parts.joined(separator: ", ") + ": " + Self.counted(errors, "error") + ", "
      + Self.counted(warnings, "warning") + remark
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  private enum CodingKeys: String, CodingKey {
    case schema, directories, plugins, bindings, findings, errors, warnings
    case isStrict = "strict"
  }
}

extension ValidateReport.Plugin {
  init(_ entry: PluginEntry) {
    self.init(
      identifier: entry.identifier, version: entry.version, file: entry.file,
      status: entry.status, rejection: entry.rejection)
  }
}
