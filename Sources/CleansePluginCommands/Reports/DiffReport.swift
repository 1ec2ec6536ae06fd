import CleanseFindingReports
import CleansePluginHost
import CleanseGraphAnalysis

/// The result of `host diff`.
struct DiffReport: CommandReport {
  /// The differences of one kind of element.
  struct Section {
    /// The singular name of the kind.
    let noun: String
    let differences: [Difference]
  }

  let schema = "cleanse-diff/1"
  let before: String
  let after: String
  let plugins: [Difference]
  /// The differences of the graphs; nil if one side is a lock file, which has no graph.
  let graphs: Graphs?

  /// The differences of two graphs.
  struct Graphs {
    let bindings: [Difference]
    let contributions: [Difference]
    let overrides: [Difference]
    let findings: [Difference]
  }

  /// Compares the plugins only.
  init(_ before: String, _ old: PluginLock, _ after: String, _ new: PluginLock) {
    self.before = before
    self.after = after
    plugins = old.differences(to: new)
    graphs = nil
  }

  /// Compares the plugins and the graphs.
  init(
    _ before: String, _ old: CombinedGraph, _ after: String, _ new: CombinedGraph,
    withLocations: Bool
  ) {
    self.before = before
    self.after = after
    plugins = PluginLock(of: old.plugins).differences(to: PluginLock(of: new.plugins))
    let bindings = BindingComparison(
      from: old.graph, to: new.graph, withLocations: withLocations)
    graphs = Graphs(
      bindings: bindings.bindings, contributions: bindings.contributions,
      overrides: bindings.overrides,
      findings: FindingComparison.differences(
        from: (old.graph, old.findings), to: (new.graph, new.findings)))
  }

  /// The differences by kind.
  var sections: [Section] {
    [Section(noun: "plugin", differences: plugins)]
      + (graphs.map { graphs in
        [
          Section(noun: "binding", differences: graphs.bindings),
          Section(noun: "contribution", differences: graphs.contributions),
          Section(noun: "override", differences: graphs.overrides),
          Section(noun: "finding", differences: graphs.findings),
        ]
      } ?? [])
  }

  /// Whether there are no differences.
  var isEmpty: Bool { sections.allSatisfy(\.differences.isEmpty) }

  var status: ExitStatus { isEmpty ? .success : .findings }

  /// The outcome in one line.
  var summary: String {
    let counts = sections.filter { !$0.differences.isEmpty }.map { section in
      let count = section.differences.count
      return "\(count) \(section.noun)\(count == 1 ? "" : "s")"
    }
    let remark = graphs == nil ? " (a lock file has no graph: only plugins were compared)" : ""
    return (isEmpty ? "no differences" : "differences: " + counts.joined(separator: ", ")) + remark
  }

  private enum CodingKeys: String, CodingKey {
    case schema, before, after, graphs, plugins, bindings, contributions, overrides, findings
  }

  /// Writes all sections as members of one object; `graphs` shows whether graphs were compared.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(schema, forKey: .schema)
    try container.encode(before, forKey: .before)
    try container.encode(after, forKey: .after)
    try container.encode(graphs != nil, forKey: .graphs)
    try container.encode(plugins, forKey: .plugins)
    try container.encodeIfPresent(graphs?.bindings, forKey: .bindings)
    try container.encodeIfPresent(graphs?.contributions, forKey: .contributions)
    try container.encodeIfPresent(graphs?.overrides, forKey: .overrides)
    try container.encodeIfPresent(graphs?.findings, forKey: .findings)
  }
}
