import CleanseSupport
import GraphAnalysis
import PluginFiles
import PluginLoading
import PluginTrust
import CleanseGraph

/// A `CombinedGraph` as commands and pages show it, without the findings that the user ignores.
///
/// It determines which entries are listed, which findings count as errors, and whether the program may run.
package struct Combination {
  package let plugins: [PluginInspection]
  /// The findings about the graph; those about a plugin are in ``plugins``.
  package let diagnostics: [Diagnostic]
  /// The number of ignored findings, of the plugins and of the graph.
  package let ignored: Int
  /// The graph with all findings.
  package let combined: CombinedGraph
  package let levels: FindingLevels

  package var graph: BindingGraph { combined.graph }

  /// - Parameter levels: The findings to ignore. The severities of these levels have already been applied.
  package init(_ combined: CombinedGraph, _ levels: FindingLevels = FindingLevels()) {
    (self.combined, self.levels) = (combined, levels)
    plugins = combined.inspections.map { $0.withoutFindings(ignoredBy: levels) }
    diagnostics = combined.diagnostics.filter { !levels.ignores($0) }
    let all = combined.inspections.flatMap(\.diagnostics) + combined.diagnostics
    ignored = Set(all.filter(levels.ignores)).count
  }

  /// Creates a combination of these parts.
  init(plugins: [PluginInspection], graph: BindingGraph, diagnostics: [Diagnostic]) {
    self.init(CombinedGraph(plugins, graph, diagnostics: diagnostics))
  }

  /// The entries of plugins, and of files that should be plugins.
  package var entries: [PluginEntry] {
    plugins.compactMap(PluginEntry.init)
  }

  /// Whether there are plugins that are not disabled, and none of them can be used.
  package var isNothingUsable: Bool {
    let enabled = entries.filter { $0.status != .disabled }
    return !enabled.isEmpty && enabled.allSatisfy { $0.status != .ok }
  }

  /// The lines about plugins with errors, for output that shows only the graph.
  package var leftOut: [String] {
    let names = entries.filter { $0.status == .rejected || $0.status == .leftOut }.map(\.name)
    guard !names.isEmpty else { return [] }
    let subject = names.count == 1 ? "1 plugin is" : "\(names.count) plugins are"
    let listed = names.count > 3 ? names.prefix(3) + ["…"] : names[...]
    return [
      "\(Tool.name): \(subject) not in the graph, as `\(Tool.name) validate` rejects "
        + (names.count == 1 ? "it: " : "them: ") + listed.joined(separator: ", ")
    ]
  }

  /// All findings without duplicates, those of the plugins first.
  package var findings: [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return (plugins.flatMap(\.diagnostics) + diagnostics).filter { seen.insert($0).inserted }
  }

  /// ``findings`` with their identities.
  package var identifiedFindings: [IdentifiedFinding] { IdentifiedFinding.all(findings, in: graph) }

  /// The findings that count as errors, of the plugins and of the graph.
  package func errors(strictly isStrict: Bool) -> [Diagnostic] {
    findings.filter { $0.severity >= (isStrict ? .warning : .error) }
  }

  /// Whether the program may build its root: no plugin is rejected, and the graph has no error. In strict mode, there is
  /// no warning either.
  package func isRunnable(strictly isStrict: Bool) -> Bool {
    combined.isUsable && errors(strictly: isStrict).isEmpty
  }

  /// The line about a program that is not run.
  package var refusal: String {
    let count = entries.count { $0.status == .rejected }
    guard count > 0, diagnostics.allSatisfy({ $0.severity < .error }) else {
      return "\(Tool.name): the plugins don't fit together; nothing was run"
    }
    return Self.refusal(of: count)
  }

  /// The line about a program that is not run because plugins are rejected.
  package static func refusal(of count: Int) -> String {
    "\(Tool.name): \(count == 1 ? "1 plugin is" : "\(count) plugins are") rejected; nothing was run"
  }

  /// The findings that are reported before the program runs: those that prevent it, and the plugins that are left out.
  package func reported(strictly isStrict: Bool) -> [Diagnostic] {
    findings.filter {
      $0.severity >= (isStrict ? .warning : .error) || $0.code == .pluginLeftOut
    }
  }
}
