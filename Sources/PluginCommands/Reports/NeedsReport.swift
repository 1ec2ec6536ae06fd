import FindingReports
import CleansePluginHost
import GraphAnalysis
import CleanseSupport

/// The result of `host needs`.
struct NeedsReport: ReportDocument {
  /// A plugin that the manifest requires.
  struct Requirement: Encodable, Sendable {
    let plugin: String
    let versions: String
    /// The version of the usable plugin that satisfies the requirement.
    let found: String?
  }

  /// A plugin with what it requires and provides.
  struct Plugin: Encodable, Sendable {
    let identifier: String?
    let version: String?
    let summary: String?
    let file: String
    let status: PluginEntry.Status
    let rejection: String?
    let requires: [Requirement]
    /// The plugins whose manifests require it.
    let requiredBy: [String]
    /// What it requires and provides in the graph; nil for a rejected plugin.
    let exchange: PluginExchange?
    /// The keys that a rejected plugin would bind, as far as known.
    let wouldBind: [String]
    let name: String
    let findings: [Diagnostic]
  }

  let schema = "cleanse-needs/1"
  /// More than one if several files have the same identifier.
  let plugins: [Plugin]

  /// - Parameter isIncluded: Whether the report includes a plugin.
  init(of combination: CombinedGraph, where isIncluded: (PluginEntry) -> Bool) {
    let usable = combination.plugins.compactMap(\.usable)
    let index = RequestIndex(combination.graph)
    plugins = combination.plugins.compactMap { inspection in
      guard let entry = PluginEntry(inspection), isIncluded(entry) else { return nil }
      let requires = inspection.description?.manifest.requires ?? []
      let isUsable = entry.status == .ok
      return Plugin(
        identifier: entry.identifier, version: entry.version, summary: entry.summary,
        file: entry.file, status: entry.status, rejection: entry.rejection,
        requires: requires.map { requirement in
          Requirement(
            plugin: requirement.identifier, versions: requirement.range.description,
            found: usable.first {
              $0.manifest.identifier == requirement.identifier
                && requirement.range.contains($0.manifest.version)
            }?.manifest.version.description)
        },
        requiredBy: usable.filter { other in
          other.manifest.requires.contains { $0.identifier == entry.identifier }
        }.map(\.manifest.identifier),
        exchange: isUsable
          ? entry.identifier.map {
            PluginExchange(of: $0, in: combination.graph, index: index)
          } : nil,
        wouldBind: isUsable
          ? []
          : combination.graph.dropped.filter {
            entry.identifier != nil && $0.provenance.origin == entry.identifier
          }.map(\.key.description),
        name: entry.name, findings: entry.diagnostics)
    }
  }

  /// Rejected plugins and missing bindings are findings.
  var status: ExitStatus {
    plugins.contains { plugin in
      plugin.status == .rejected
        || plugin.exchange?.dependencies.contains(where: \.isMissing) ?? false
    } ? .findings : .success
  }

  /// The findings about the plugins, in order.
  var findings: [Diagnostic] { plugins.flatMap(\.findings) }

  /// The plugins, separated by empty lines.
  func text(for terminal: Terminal) -> String {
    plugins.map { $0.text(for: terminal) }.joined(separator: "\n")
  }
}

extension NeedsReport.Plugin {
  private enum CodingKeys: String, CodingKey {
    case identifier, version, summary, file, status, rejection, requires, requiredBy, wouldBind
    case findings = "diagnostics"
  }

  /// Writes the members of the exchange, `dependencies`, `provides` and `services`, into the same object.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(identifier, forKey: .identifier)
    try container.encodeIfPresent(version, forKey: .version)
    try container.encodeIfPresent(summary, forKey: .summary)
    try container.encode(file, forKey: .file)
    try container.encode(status, forKey: .status)
    try container.encodeIfPresent(rejection, forKey: .rejection)
    try container.encode(requires, forKey: .requires)
    try container.encode(requiredBy, forKey: .requiredBy)
    try container.encode(wouldBind, forKey: .wouldBind)
    try container.encode(findings, forKey: .findings)
    try exchange?.encode(to: encoder)
  }

  fileprivate func text(for terminal: Terminal) -> String {
    let head = [name, version].compactMap { $0 }.joined(separator: " ")
    var text = terminal.styled(PlainText.escaped(head), .bold)
    text += PlainText.escaped(summary.map { ": \($0)" } ?? "") + "\n"
    let lines: [(title: String, lines: [String])] = [
      ("status", rejection.map { ["rejected: \($0)"] } ?? []),
      ("requires", requires.map { "\($0.plugin) \($0.versions), \($0.state)" }),
      ("required by", requiredBy),
      ("would bind", wouldBind),
    ]
    for (title, lines) in lines {
      for (index, line) in lines.enumerated() {
        let label = index == 0 ? title : ""
        let padding = String(repeating: " ", count: 13 - label.count)
        text += "  " + terminal.styled(label, .dim) + padding + PlainText.escaped(line) + "\n"
      }
    }
    return exchange.map { text + "\n" + $0.text(for: terminal) } ?? text
  }
}

extension NeedsReport.Requirement {
  fileprivate var state: String {
    found.map { "satisfied by \($0)" } ?? "not satisfied by any usable plugin"
  }
}
