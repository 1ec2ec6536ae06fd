public import CleanseGraph
import CleanseSupport
package import CleanseGraphAnalysis
package import CleansePluginFiles
import CleansePluginMetadata

extension Diagnostic.Code {
  /// A plugin is left out because of its errors, as the configuration allows.
  public static let pluginLeftOut: Self = "plugin/left-out"
}

extension CombinedGraph {
  /// Leaves out the plugins that can't be used or don't fit together with the others, as far as the configuration allows,
  /// and as few as possible of those that can be used.
  ///
  /// The levels apply to the findings about plugins that are left out. An error rejects the plugin after all.
  ///
  /// - Parameter combine: Combines the plugins that the inspections still contain as usable ones.
  /// - Returns: The graph of the largest set of plugins that fits; unchanged if nothing is to be left out, and with the
  ///   errors that leaving out plugins does not fix.
  package func selected(
    by configuration: PluginConfiguration,
    combine: (_ inspections: [PluginInspection]) -> CombinedGraph
  ) -> CombinedGraph {
    var combined = self
    combined.inspections = configuration.leavingOutRejected(inspections)
    while let omissions = combined.omissions(configuration) {
      let remaining = combined.inspections.map { inspection in
        guard let identifier = inspection.usable?.manifest.identifier,
          let finding = omissions[identifier]
        else { return inspection }
        return inspection.leftOut(because: finding)
      }
      combined = combine(remaining)
      combined.inspections = configuration.leavingOutRejected(combined.inspections)
    }
    combined.inspections = combined.inspections.map { $0.judged(by: judgement) }
    return combined
  }

  /// The plugins to leave out because of errors of the graph, with the findings about that; nil if there are none.
  private func omissions(_ configuration: PluginConfiguration) -> [String: Diagnostic]? {
    let usable = inspections.compactMap(\.usable)
    let kept = inspections.filter { configuration.failureMode(of: $0) == .refuse }
      .compactMap(\.usable?.manifest.identifier)
    guard isComplete, kept.count < usable.count,
      let removal = smallestRemoval(keeping: Set(kept)), !removal.plugins.isEmpty
    else { return nil }
    let removed = Set(removal.plugins)
    return Dictionary(
      keepingFirst: removal.plugins.map { plugin in
        let required = usable.first { $0.manifest.identifier == plugin }?.manifest.requires
          .map(\.identifier).first(where: removed.contains)
        return (plugin, omission(of: plugin, requiring: required))
      })
  }

  /// The finding about a plugin that is left out of the graph.
  ///
  /// - Parameter required: A plugin that it requires and that is left out as well.
  private func omission(of plugin: String, requiring required: String?) -> Diagnostic {
    let reasons = diagnostics.filter {
      $0.severity == .error && RemovalChoices($0).plugins.contains(plugin)
    }
    guard reasons.isEmpty else { return .leftOut(plugin, plugin, because: reasons) }
    let cause = required.map { "it requires \($0), which is" } ?? "it depends on plugins that are"
    return Diagnostic(
      .pluginLeftOut, .warning, "\(plugin) is left out: \(cause) left out",
      provenance: Provenance(origin: plugin), fix: "correct the errors of the other plugins",
      arguments: [.init("plugin", plugin)])
  }

  /// A smallest set of plugins whose removal makes the graph valid; nil if the graph has no error, or is not complete.
  ///
  /// - Parameters:
  ///   - kept: The plugins that must not be removed.
  ///   - errors: The errors to fix; nil for all of ``diagnostics``.
  package func smallestRemoval(
    keeping kept: Set<String> = [], of errors: [Diagnostic]? = nil
  ) -> SmallestRemoval? {
    guard isComplete else { return nil }
    return FixSearch.removal(
      of: errors ?? diagnostics, in: graph, among: requirements, needsAll: isMissingAnError,
      keeping: kept
    ) { without($0).diagnostics }
  }

  /// The usable plugins and what they require.
  package var requirements: RequirementTree {
    RequirementTree(
      inspections.compactMap(\.usable).map { plugin in
        (
          plugin.manifest.identifier,
          plugin.manifest.requires.map {
            RequirementTree.Requirement(
              identifier: $0.identifier, versions: $0.range.description)
          }
        )
      })
  }
}

extension PluginConfiguration {
  /// The inspections with those rejected plugins left out whose failure allows that.
  fileprivate func leavingOutRejected(_ inspections: [PluginInspection]) -> [PluginInspection] {
    inspections.map { inspection in
      let identifier = inspection.description?.manifest.identifier
      guard inspection.isRejected, failureMode(of: inspection) == .leaveOut else {
        return inspection
      }
      return inspection.leftOut(
        because: .leftOut(
          identifier ?? inspection.file.path, identifier,
          because: inspection.diagnostics.filter { $0.severity == .error }))
    }
  }
}

extension Diagnostic {
  /// - Parameters:
  ///   - identifier: The identifier of the plugin; nil if it is not known.
  ///   - errors: The reasons.
  fileprivate static func leftOut(
    _ plugin: String, _ identifier: String?, because errors: [Diagnostic]
  ) -> Diagnostic {
    let first = errors.first
    let reason = first.map { ": \($0.message) (\($0.code.rawValue))" } ?? ""
    var finding = Diagnostic(
      .pluginLeftOut, .warning, "\(plugin) is left out\(reason)", at: first?.location,
      provenance: Provenance(origin: identifier), notes: first?.notes ?? [], fix: first?.fix,
      arguments: [.init("plugin", plugin)])
    finding.notes += Abridgement.notes(
      errors.dropFirst(), of: errors.count - 1, "errors are reasons, too"
    ) {
      Note("\($0.message) (\($0.code.rawValue))", at: $0.location, provenance: $0.provenance)
    }
    return finding
  }
}
