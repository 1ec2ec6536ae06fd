import FindingReports
import CleansePluginHost
import CleanseSupport

/// The result of `host show`.
struct ShowReport: ReportDocument {
  /// One plugin in full.
  struct Plugin: Encodable, Sendable {
    let entry: PluginEntry
    let description: PluginDescription?
    /// Its bindings other than contributions.
    let bindings: [BindingEntry]
    /// Its contributions to collections.
    let contributions: [BindingEntry]
    /// The contracts of the libraries that it would get.
    let providedContracts: [ProvidedContract]
    let options: [OptionEntry]

    init?(_ inspection: PluginInspection, graph: BindingGraph) {
      guard let entry = PluginEntry(inspection) else { return nil }
      self.entry = entry
      description = inspection.description
      providedContracts = inspection.providedContracts
      options = inspection.options.map { OptionEntry($0, of: entry.identifier ?? "") }
      // If several plugins have the identifier, the graph contains only the usable one.
      let origin = entry.status == .ok ? entry.identifier : nil
      let own = graph.bindings.filter { origin != nil && $0.provenance.origin == origin }
      bindings = own.filter { $0.kind != .contribution }.map(BindingEntry.init)
      contributions = own.filter { $0.kind == .contribution }.map(BindingEntry.init)
    }
  }

  let schema = "cleanse-show/1"
  /// More than one if several files have the same identifier.
  let plugins: [Plugin]

  var status: ExitStatus {
    plugins.contains { $0.entry.status == .rejected } ? .findings : .success
  }

  /// The findings about the plugins, in order.
  var findings: [Diagnostic] {
    plugins.flatMap(\.entry.diagnostics)
  }

  /// The plugins, separated by empty lines.
  func text(for terminal: Terminal) -> String {
    plugins.map { $0.text(for: terminal) }.joined(separator: "\n")
  }
}

extension ShowReport.Plugin {
  private enum CodingKeys: String, CodingKey {
    case module, requires, stamp, neededLibraries, providedContracts, options, bindings,
      contributions
  }

  /// Writes the members of the entry and of this type into the same object.
  func encode(to encoder: any Encoder) throws {
    try entry.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(description?.manifest.module, forKey: .module)
    try container.encodeIfPresent(requirements, forKey: .requires)
    try container.encodeIfPresent(description?.stamp, forKey: .stamp)
    try container.encodeIfPresent(description?.neededLibraries, forKey: .neededLibraries)
    if !providedContracts.isEmpty {
      try container.encode(providedContracts, forKey: .providedContracts)
    }
    if !options.isEmpty { try container.encode(options, forKey: .options) }
    try container.encode(bindings, forKey: .bindings)
    try container.encode(contributions, forKey: .contributions)
  }

  /// The required plugins as in plugin.json: identifier to range.
  private var requirements: [String: String]? {
    description.map { description in
      Dictionary(description.manifest.requires.map { ($0.identifier, $0.range.description) }) {
        first, _ in first
      }
    }
  }
}
