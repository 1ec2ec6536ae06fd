public import CleanseGraph
package import CleanseGraphAnalysis
package import CleansePluginFiles
import CleanseSupport

extension CombinedGraph {
  /// The findings that are not ignored, without duplicates: those about the plugins, then those about the graph.
  public var findings: [Diagnostic] {
    (plugins.flatMap(\.diagnostics) + graphFindings).distinct()
  }

  /// The findings that prevent the component from being built: the errors and, if the judgement is strict, the warnings.
  public var failures: [Diagnostic] { findings.filter(judgement.fails) }

  /// The inspections without ignored findings.
  package var plugins: [PluginInspection] {
    inspections.map { $0.withoutFindings(ignoredBy: judgement) }
  }

  /// The findings about the graph that are not ignored; those about a plugin are in ``plugins``.
  package var graphFindings: [Diagnostic] { diagnostics.filter { !judgement.ignores($0) } }

  /// The number of ignored findings, of the plugins and of the graph.
  package var ignored: Int {
    Set((inspections.flatMap(\.diagnostics) + diagnostics).filter(judgement.ignores)).count
  }

  /// ``findings`` with their identities.
  package var identifiedFindings: [IdentifiedFinding] { IdentifiedFinding.all(findings, in: graph) }
}
