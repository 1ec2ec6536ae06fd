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
  /// Whether graphs were compared. A lock file has none.
  let graphs: Bool
  let bindings: [Difference]?
  let contributions: [Difference]?
  let overrides: [Difference]?
  let findings: [Difference]?

  /// Compares the plugins only.
  init(_ before: String, _ old: PluginLock, _ after: String, _ new: PluginLock) {
    self.before = before
    self.after = after
    plugins = old.differences(to: new)
    graphs = false
    (bindings, contributions, overrides, findings) = (nil, nil, nil, nil)
  }

  /// Compares the plugins and the graphs.
  init(
    _ before: String, _ old: CombinedGraph, _ after: String, _ new: CombinedGraph,
    withLocations: Bool
  ) {
    self.before = before
    self.after = after
    plugins = PluginLock(of: old.plugins).differences(to: PluginLock(of: new.plugins))
    graphs = true
    let comparison = BindingComparison(from: old.graph, to: new.graph, withLocations: withLocations)
    bindings = comparison.bindings
    contributions = comparison.contributions
    overrides = comparison.overrides
    findings = FindingComparison.differences(
      from: (old.graph, old.findings), to: (new.graph, new.findings))
  }

  /// The differences by kind.
  var sections: [Section] {
    let parts: [(noun: String, differences: [Difference]?)] = [
      ("plugin", plugins), ("binding", bindings), ("contribution", contributions),
      ("override", overrides), ("finding", findings),
    ]
    return parts.compactMap { noun, differences in
      differences.map { Section(noun: noun, differences: $0) }
    }
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
    let remark = graphs ? "" : " (a lock file has no graph: only plugins were compared)"
    return (isEmpty ? "no differences" : "differences: " + counts.joined(separator: ", ")) + remark
  }
}
