import CleansePluginFiles
import CleanseGraph

/// The findings about a plugin from the outcome of its probe process.
struct ProbeVerdict {
  /// What the plugin did; nil if its process returned no result.
  let probed: ProbedPlugin?
  let findings: [Diagnostic]

  init(of plugin: PluginInspection, _ outcome: ProbeOutcome) {
    probed = outcome.ending == .result ? try? ProbedPlugin(bytes: outcome.payload) : nil
    var findings = probed?.findings ?? [ProbeFailure(of: plugin, outcome).diagnostic]
    if let plugin = plugin.usable, outcome.leftProcesses > 0 {
      findings.append(.leftProcesses(plugin, outcome.leftProcesses))
    }
    if let plugin = plugin.usable, probed != nil, outcome.outputCount > 0 {
      findings.append(.printed(plugin, outcome))
    }
    self.findings = findings
  }
}
