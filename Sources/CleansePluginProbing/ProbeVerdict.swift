import CleansePluginFiles
internal import CleansePluginMetadata
import CleanseGraph

/// The findings about a plugin from the outcome of its probe process.
struct ProbeVerdict {
  /// What the plugin did; nil if its process returned no result.
  let probed: ProbedPlugin?
  let findings: [Diagnostic]

  init(of plugin: PluginInspection, _ outcome: ProbeOutcome) {
    probed = outcome.ending == .result ? try? ProbedPlugin(bytes: outcome.payload) : nil
    var findings =
      probed?.findings.map { $0.attributed(to: plugin) }
      ?? [ProbeFailure(of: plugin, outcome).diagnostic]
    if let plugin = plugin.usable, outcome.leftProcesses > 0 {
      findings.append(.leftProcesses(plugin, outcome.leftProcesses))
    }
    if let plugin = plugin.usable, probed != nil, outcome.outputCount > 0 {
      findings.append(.printed(plugin, outcome))
    }
    if let plugin = plugin.usable, let finding = Diagnostic.denied(plugin, outcome.refusals) {
      findings.append(finding)
    }
    self.findings = findings.map(outcome.marked)
  }
}

extension Diagnostic {
  /// The finding as one about this plugin: the process that sent it has run the plugin's code, which can have written
  /// anything, and must not blame another plugin.
  func attributed(to plugin: PluginInspection) -> Diagnostic {
    var finding = self
    // The graph that an index belongs to is not the one that is shown with the findings.
    finding.subject = nil
    guard let origin = plugin.description?.manifest.identifier, provenance?.origin != origin else {
      return finding
    }
    finding.provenance = Provenance(origin: origin)
    return finding
  }
}
