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
  /// Which plugins would have to go for the rest to fit together; nothing where the graph has no error.
  let removal: SmallestRemoval?
  let errors: Int
  let warnings: Int

  init(directories: [String], combination: Combination, isStrict: Bool) {
    self.init(
      directories: directories, plugins: combination.entries,
      bindings: combination.graph.bindings.count { $0.provenance.origin != nil },
      findings: combination.findings, removal: combination.removal, isStrict: isStrict)
  }

  init(
    directories: [String], plugins: [PluginEntry], bindings: Int, findings: [Diagnostic],
    removal: SmallestRemoval? = nil, isStrict: Bool
  ) {
    self.directories = directories
    self.plugins = plugins.map {
      Plugin(
        identifier: $0.identifier, version: $0.version, file: $0.file, status: $0.status,
        rejection: $0.rejection)
    }
    self.bindings = bindings
    self.isStrict = isStrict
    self.findings = findings
    self.removal = removal
    errors = findings.count { $0.severity == .error }
    warnings = findings.count { $0.severity == .warning }
  }

  var status: ExitStatus {
    errors > 0 || (isStrict && warnings > 0) ? .findings : .success
  }

  /// What would mend the graph, and the outcome in one line.
  var text: String {
    (removal.map { PlainText.escaped($0.summary) + "\n" } ?? "") + summary + "\n"
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

  static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  private enum CodingKeys: String, CodingKey {
    case schema, directories, plugins, bindings, findings, removal, errors, warnings
    case isStrict = "strict"
  }
}
