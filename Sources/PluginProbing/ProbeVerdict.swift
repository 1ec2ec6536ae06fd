import PluginLoading
import CleanseGraph

/// What a plugin's process of the probe says of the plugin.
struct ProbeVerdict {
  /// What the plugin did; nothing where its process came to no result.
  let probed: ProbedPlugin?
  let findings: [Diagnostic]

  init(of plugin: InspectedPlugin, _ outcome: ProbeOutcome) {
    probed = outcome.ending == .result ? try? ProbedPlugin(bytes: outcome.payload) : nil
    var findings = probed?.findings ?? [ProbeFailure(of: plugin, outcome).diagnostic]
    if outcome.leftProcesses > 0 {
      findings.append(.leftProcesses(plugin.description, outcome.leftProcesses))
    }
    if probed != nil, outcome.outputCount > 0 {
      findings.append(.printed(plugin.description, outcome))
    }
    self.findings = findings
  }
}
