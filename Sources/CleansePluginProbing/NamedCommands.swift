internal import CleanseGraph
package import CleansePluginFiles
import CleansePluginMetadata

/// Compares the commands that manifests name with those that the plugins contribute.
package struct NamedCommands {
  /// The identifiers of the plugins whose commands are made as a test.
  package let origins: [String?]

  package init(_ inspections: [PluginInspection]) {
    origins = inspections.compactMap(\.usable)
      .filter { $0.isExercised && !$0.manifest.commands.isEmpty }
      .map(\.manifest.identifier)
  }

  /// Returns the inspections with the findings of the plugins whose commands were made.
  package func findings(
    _ answers: [ProbedCommands.Answer], in inspections: [PluginInspection]
  ) -> [PluginInspection] {
    inspections.map { inspection in
      guard let plugin = inspection.usable,
        let answer = answers.first(where: { $0.origin == plugin.manifest.identifier })
      else { return inspection }
      let declared = plugin.manifest.commands.map(\.name)
      let made = answer.commands.map(\.name)
      // A command that can't be made has no name to compare.
      let missing = answer.failures.isEmpty ? declared.filter { !made.contains($0) } : []
      return inspection.adding(
        missing.map { .missingCommand(plugin, $0) }
          + made.filter { !declared.contains($0) }.map { .undeclaredCommand(plugin, $0) })
    }
  }
}

extension PluginDescription {
  /// Whether its factories may be called as a test.
  var isExercised: Bool { isC || manifest.isExercisable }
}
