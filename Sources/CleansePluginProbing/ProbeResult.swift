import CleansePluginFiles
internal import CleansePluginMetadata
import CleanseGraph

/// The findings about a plugin from the outcome of its probe process.
struct ProbeResult {
  /// What the plugin did; nil if its process returned no result.
  let probed: ProbedPlugin?
  let findings: [Diagnostic]

  /// - Parameter settings: Those that the plugin was probed with.
  init(
    of plugin: PluginInspection, _ outcome: ProbeOutcome, with settings: ProbeSettings = .init()
  ) {
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
    if let plugin = plugin.usable,
      let finding = Diagnostic.denied(plugin, outcome.refusals, grants: settings.grants)
    {
      findings.append(finding)
    }
    self.findings = findings.map { finding in
      outcome.marked(plugin.usable.map { finding.noting(settings.ungranted(to: $0)) } ?? finding)
    }
  }
}

extension ProbeSettings {
  /// What a plugin declares to need and has not been granted.
  fileprivate func ungranted(to plugin: PluginDescription) -> SystemAccess {
    guard sandbox != .off else { return SystemAccess() }
    return plugin.manifest.needs.subtracting(grants.access(of: [plugin.manifest.identifier]))
  }
}

extension Diagnostic {
  /// The finding with a note if it is an error of a plugin that was not granted all that it declares to need: what it could not
  /// read is not reported otherwise. A report of refusals says it already.
  fileprivate func noting(_ ungranted: SystemAccess) -> Diagnostic {
    guard severity == .error, code != .pluginDenied, !ungranted.isEmpty else { return self }
    var finding = self
    finding.notes.append(
      Note(
        "it has not been granted what its manifest declares that it needs: "
          + ungranted.phrases.joined(separator: ", ")))
    return finding
  }

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
