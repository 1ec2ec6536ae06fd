import CleansePluginHost
import CleanseGraphAnalysis
import CleanseFindingReports

extension ReportedFinding {
  /// The findings of a combination, in order. A finding about the file of a plugin has the entry of that plugin as its
  /// subject; other findings are about the graph.
  static func all(
    of combination: CombinedGraph, baseline: BaselineResult?
  ) -> [ReportedFinding] {
    var owners: [Diagnostic: Int] = [:]
    for (index, plugin) in combination.entries.enumerated() {
      for diagnostic in plugin.diagnostics where owners[diagnostic] == nil {
        owners[diagnostic] = index
      }
    }
    return combination.identifiedFindings.map { identified in
      ReportedFinding(
        identified, subject: owners[identified.finding], in: combination.graph,
        baseline: baseline)
    }
  }
}
