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
  /// How many were left out of the findings and of what is counted.
  let ignored: Int
  /// What a baseline makes of the findings, where there is one: those above are then the new ones.
  let baseline: BaselineComparison?

  init(
    directories: [String], combination: Combination, isStrict: Bool,
    baseline: BaselineComparison? = nil
  ) {
    self.init(
      directories: directories, plugins: combination.entries,
      bindings: combination.graph.bindings.count { $0.provenance.origin != nil },
      findings: baseline?.new ?? combination.findings, ignored: combination.ignored,
      isStrict: isStrict, baseline: baseline)
  }

  init(
    directories: [String], plugins: [PluginEntry], bindings: Int, findings: [Diagnostic],
    ignored: Int = 0, isStrict: Bool, baseline: BaselineComparison? = nil
  ) {
    self.baseline = baseline
    self.directories = directories
    self.plugins = plugins.map {
      Plugin(
        identifier: $0.identifier, version: $0.version, file: $0.file, status: $0.status,
        rejection: $0.rejection)
    }
    self.bindings = bindings
    self.isStrict = isStrict
    self.findings = findings
    errors = findings.count { $0.severity == .error }
    warnings = findings.count { $0.severity == .warning }
    self.ignored = ignored
  }

  var status: ExitStatus {
    errors > 0 || (isStrict && warnings > 0) ? .findings : .success
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

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  private enum CodingKeys: String, CodingKey {
    case schema, directories, plugins, bindings, findings, errors, warnings, ignored
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
    try container.encode(errors, forKey: .errors)
    try container.encode(warnings, forKey: .warnings)
    try container.encode(ignored, forKey: .ignored)
    try container.encodeIfPresent(baseline?.file, forKey: .baseline)
    try container.encodeIfPresent(baseline?.known, forKey: .known)
    try container.encodeIfPresent(baseline?.gone, forKey: .gone)
  }
}
