import GraphAnalysis
import PluginFiles
import PluginLoading
import PluginTrust
import CleanseGraph

/// A `CombinedGraph` as commands and pages show it: without the findings that the user ignores.
///
/// It answers what these ask: which entries are listed, what counts as an error, whether the program may run.
package struct Combination {
  package let plugins: [PluginInspection]
  /// What is wrong with the graph; what is wrong with a plugin stands with it.
  package let diagnostics: [Diagnostic]
  /// How many findings were left out, with the plugins and of the graph.
  package let ignored: Int
  /// What all of that was taken from.
  package let combined: CombinedGraph
  package let levels: FindingLevels

  package var graph: BindingGraph { combined.graph }

  /// - Parameter levels: Which findings are left out; they have come with the weight that these say.
  package init(_ combined: CombinedGraph, _ levels: FindingLevels = FindingLevels()) {
    (self.combined, self.levels) = (combined, levels)
    plugins = combined.inspections.map { $0.withoutFindings(ignoredBy: levels) }
    diagnostics = combined.diagnostics.filter { !levels.ignores($0) }
    let all = combined.inspections.flatMap(\.diagnostics) + combined.diagnostics
    ignored = Set(all.filter(levels.ignores)).count
  }

  /// What somebody makes up.
  init(plugins: [PluginInspection], graph: BindingGraph, diagnostics: [Diagnostic]) {
    self.init(CombinedGraph(plugins, graph, diagnostics: diagnostics))
  }

  /// The plugins and the files that should be some.
  package var entries: [PluginEntry] {
    plugins.compactMap(PluginEntry.init)
  }

  /// Whether there are plugins, and every one of them was rejected.
  package var isNothingUsable: Bool {
    !entries.isEmpty && entries.allSatisfy { $0.status == .rejected }
  }

  /// What to tell of plugins that were rejected, to who looks at the graph alone.
  package var leftOut: [String] {
    let names = entries.filter { $0.status == .rejected }.map(\.name)
    guard !names.isEmpty else { return [] }
    let subject = names.count == 1 ? "1 plugin is" : "\(names.count) plugins are"
    let listed = names.count > 3 ? names.prefix(3) + ["…"] : names[...]
    return [
      "host: \(subject) not in the graph, as `host validate` rejects "
        + (names.count == 1 ? "it: " : "them: ") + listed.joined(separator: ", ")
    ]
  }

  /// Everything that is wrong: each finding once, those of the plugins first.
  package var findings: [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return (plugins.flatMap(\.diagnostics) + diagnostics).filter { seen.insert($0).inserted }
  }

  /// The identities of ``findings``, in their order.
  package var identities: [FindingIdentity] { FindingIdentity.all(of: findings, in: graph) }

  /// The findings that count as errors, with the plugins or in the graph.
  package func errors(strictly isStrict: Bool) -> [Diagnostic] {
    findings.filter { $0.severity >= (isStrict ? .warning : .error) }
  }

  /// Whether the program may build its root: strictly, nothing at all may be wrong; otherwise a
  /// plugin that can't be used is left out.
  package func isRunnable(strictly isStrict: Bool) -> Bool {
    isStrict
      ? errors(strictly: true).isEmpty : diagnostics.allSatisfy { $0.severity < .error }
  }
}
