import CleanseFindingReports
import CleansePluginHost
import CleanseGraphAnalysis
import CleanseSupport

/// The result of `host show`.
struct ShowReport: CommandReport {
  /// A plugin that the manifest requires.
  struct Requirement: Encodable, Sendable {
    let plugin: String
    let versions: String
    /// The version of the usable plugin that satisfies the requirement.
    let found: String?
  }

  /// One plugin in full.
  struct Plugin: Encodable, Sendable {
    let entry: PluginEntry
    let description: PluginDescription?
    let requires: [Requirement]
    /// The plugins whose manifests require it.
    let requiredBy: [String]
    /// What it requires and provides in the graph; nil for a plugin that can't be used, and without a graph.
    let exchange: PluginExchange?
    /// Its island, and what ties it to others; nil without an exchange.
    let island: PluginIsland?
    /// The keys that a rejected plugin would bind, as far as known.
    let wouldBind: [String]
    /// The contracts of the libraries that it would get.
    let providedContracts: [ProvidedContract]
    let options: [OptionEntry]
  }

  let schema = "cleanse-show/1"
  /// More than one if several files have the same identifier.
  let plugins: [Plugin]

  /// - Parameter isIncluded: Whether the report includes a plugin.
  init(of combination: CombinedGraph, where isIncluded: (PluginEntry) -> Bool) {
    let graph = combination.isComplete ? combination.graph : nil
    let table = graph.map(RequestTable.init)
    let islands = graph.map(Islands.init)
    let manifests = combination.plugins.compactMap(\.usable?.manifest)
    plugins = combination.plugins.compactMap { inspection in
      guard let entry = PluginEntry(inspection), isIncluded(entry) else { return nil }
      return Plugin(inspection, entry, among: manifests, in: graph, table, islands)
    }
  }

  /// Rejected plugins and missing bindings are findings.
  var status: ExitStatus {
    plugins.contains { plugin in
      plugin.entry.status == .rejected
        || plugin.exchange?.dependencies.contains(where: \.isMissing) ?? false
    } ? .findings : .success
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
  /// - Parameter usable: The manifests of the plugins that can be used.
  fileprivate init(
    _ inspection: PluginInspection, _ entry: PluginEntry, among usable: [PluginManifest],
    in graph: BindingGraph?, _ table: RequestTable?, _ islands: Islands?
  ) {
    self.entry = entry
    description = inspection.description
    requires = (inspection.description?.manifest.requires ?? []).map { requirement in
      ShowReport.Requirement(
        plugin: requirement.identifier, versions: requirement.range.description,
        found: usable.first {
          $0.identifier == requirement.identifier && requirement.range.contains($0.version)
        }?.version.description)
    }
    requiredBy = usable.filter { other in
      other.requires.contains { $0.identifier == entry.identifier }
    }.map(\.identifier)
    providedContracts = inspection.providedContracts
    options = inspection.options.map { OptionEntry($0, of: entry.identifier ?? "") }
    // If several plugins have the identifier, the graph contains only the usable one.
    guard let graph, let table, let islands, let identifier = entry.identifier,
      entry.status == .ok
    else {
      (exchange, island, wouldBind) = (nil, nil, Self.dropped(entry, from: graph))
      return
    }
    island = PluginIsland(of: identifier, islands, in: graph)
    (exchange, wouldBind) = (PluginExchange(of: identifier, in: graph, table: table), [])
  }

  private static func dropped(_ entry: PluginEntry, from graph: BindingGraph?) -> [String] {
    guard let identifier = entry.identifier, entry.status != .ok else { return [] }
    return (graph?.dropped ?? []).filter { $0.provenance.origin == identifier }
      .map(\.key.description)
  }

  private enum CodingKeys: String, CodingKey {
    case module, formerly, requires, requiredBy, wouldBind, stamp, neededLibraries,
      providedContracts, options, island
  }

  /// Writes the members of the entry, of this type and of the exchange, `dependencies`, `provides` and `services`, into the
  /// same object.
  func encode(to encoder: any Encoder) throws {
    try entry.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(description?.manifest.module, forKey: .module)
    if let formerly = description?.manifest.formerly, !formerly.isEmpty {
      try container.encode(formerly, forKey: .formerly)
    }
    try container.encode(requires, forKey: .requires)
    try container.encode(requiredBy, forKey: .requiredBy)
    try container.encode(wouldBind, forKey: .wouldBind)
    try container.encodeIfPresent(description?.stamp, forKey: .stamp)
    try container.encodeIfPresent(description?.neededLibraries, forKey: .neededLibraries)
    if !providedContracts.isEmpty {
      try container.encode(providedContracts, forKey: .providedContracts)
    }
    if !options.isEmpty { try container.encode(options, forKey: .options) }
    try exchange?.encode(to: encoder)
    try container.encodeIfPresent(island, forKey: .island)
  }
}
