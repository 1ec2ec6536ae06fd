import PluginMetadata
import CleanseGraph

/// Rejects plugins whose requirements the others do not meet.
public enum RequirementValidator {
  /// The same inspections in the same order, with every usable plugin that requires one that is
  /// absent, rejected or of another version made a rejected one, and so on for those that require it.
  ///
  /// Each round looks at the outcome of the one before, so a finding names the cause that is next to
  /// it, and the result does not depend on the order of the files. Plugins may require each other.
  ///
  /// - Complexity: Linear in the plugins and their requirements, apart from the findings: a round
  ///   looks only at those that require what the one before has rejected.
  public static func validate(_ inspections: [PluginInspection]) -> [PluginInspection] {
    var inspections = inspections
    var known = KnownPlugins(inspections)
    var candidates = Array(inspections.indices)
    while !candidates.isEmpty {
      let rejections = candidates.compactMap { index -> (index: Int, errors: [Diagnostic])? in
        guard let plugin = inspections[index].usable else { return nil }
        let errors = plugin.manifest.requires.compactMap { requirement in
          known.isMet(requirement) ? nil : diagnostic(plugin, requirement, known, inspections)
        }
        return errors.isEmpty ? nil : (index, errors)
      }
      var affected: Set<Int> = []
      for (index, errors) in rejections {
        affected.formUnion(known.reject(index, inspections[index]))
        inspections[index] = inspections[index].rejected(for: errors)
      }
      candidates = Array(affected)
    }
    return inspections
  }

  /// The finding about a requirement that is not met.
  private static func diagnostic(
    _ plugin: PluginDescription, _ requirement: PluginRequirement, _ known: KnownPlugins,
    _ inspections: [PluginInspection]
  ) -> Diagnostic {
    let found = known.indices(of: requirement.identifier)
    return Diagnostic(
      "plugin/unmet-requirement", .error,
      "\(plugin.file) requires \(requirement.identifier) \(requirement.range)",
      provenance: Provenance(origin: plugin.manifest.identifier),
      notes: found.isEmpty
        ? [Diagnostic.Note("no plugin of that identifier was found")]
        : Abridgement.notes(found, of: found.count, "plugins of that identifier will not do") {
          note(inspections[$0])
        },
      fix: fix(requirement, isRejected: known.hasRejected(requirement.identifier)),
      arguments: [.file(plugin.file), .init("requirement", requirement.identifier)])
  }

  private static func note(_ found: PluginInspection) -> Diagnostic.Note {
    let version = found.description.map { "\($0.manifest.version)" } ?? ""
    let subject = "\(found.file.path) is version \(version)"
    let codes = found.diagnostics.filter { $0.severity == .error }.map(\.code.rawValue)
    return found.usable == nil
      ? Diagnostic.Note("\(subject), and was rejected: \(codes.joined(separator: ", "))")
      : Diagnostic.Note(subject)
  }

  private static func fix(_ requirement: PluginRequirement, isRejected: Bool) -> String {
    isRejected
      ? "mend what \(requirement.identifier) was rejected for, or remove the plugin"
      : """
      add \(requirement.identifier) in a version that satisfies \(requirement.range), or remove \
      the plugin
      """
  }
}
