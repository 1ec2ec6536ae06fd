package import CleansePluginMetadata
import CleanseGraph

/// Rejects plugins with unmet requirements.
public enum RequirementValidator {
  /// Returns the inspections in the same order. Every usable plugin that requires an absent or rejected plugin, or
  /// another version, is rejected, and so on transitively.
  ///
  /// Each round uses the result of the previous one, so a finding names its direct cause, and the result does
  /// not depend on the order of the files. Plugins may require each other.
  ///
  /// - Complexity: Linear in the number of plugins and requirements, apart from the findings: a round
  ///   checks only plugins that require one that the previous round rejected.
  public static func validate(_ inspections: [PluginInspection]) -> [PluginInspection] {
    validate(inspections, present: [])
  }

  /// - Parameter present: Plugins that are there besides the inspected ones; they replace none of these.
  package static func validate(
    _ inspections: [PluginInspection], present: [PluginManifest]
  ) -> [PluginInspection] {
    // Most plugins require none.
    guard inspections.contains(where: { $0.usable?.manifest.requires.isEmpty == false }) else {
      return inspections
    }
    var inspections = inspections
    var known = KnownPlugins(inspections, present: present)
    var candidates = Array(inspections.indices)
    while !candidates.isEmpty {
      let rejections = candidates.compactMap { index -> (index: Int, errors: [Diagnostic])? in
        guard let plugin = inspections[index].usable, !inspections[index].hasWhatItRequires else {
          return nil
        }
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

  /// The diagnostic for an unmet requirement.
  private static func diagnostic(
    _ plugin: PluginDescription, _ requirement: PluginRequirement, _ known: KnownPlugins,
    _ inspections: [PluginInspection]
  ) -> Diagnostic {
    let found = known.indices(of: requirement.identifier)
    return Diagnostic(
      "plugin/unmet-requirement", .error,
      "\(plugin.file) has an unmet requirement: \(requirement.identifier) \(requirement.range)",
      provenance: Provenance(origin: plugin.manifest.identifier),
      notes: found.isEmpty
        ? [Diagnostic.Note("no plugin with that identifier was found")]
        : Abridgement.notes(found, of: found.count, "plugins with that identifier do not meet it") {
          note(inspections[$0])
        },
      fix: fix(
        requirement, isRejected: known.hasRejected(requirement.identifier),
        isDisabled: found.contains { inspections[$0].omission == .disabled }),
      arguments: [.file(plugin.file), .init("requirement", requirement.identifier)])
  }

  private static func note(_ found: PluginInspection) -> Diagnostic.Note {
    let version = found.description.map { "\($0.manifest.version)" } ?? ""
    let subject = "\(found.file.path) has version \(version)"
    if found.omission != nil {
      return Diagnostic.Note(
        "\(subject), but is " + (found.omission == .disabled ? "disabled" : "left out"))
    }
    let codes = found.diagnostics.filter { $0.severity == .error }.map(\.code.rawValue)
    return found.usable == nil
      ? Diagnostic.Note("\(subject), but was rejected: \(codes.joined(separator: ", "))")
      : Diagnostic.Note(subject)
  }

  private static func fix(
    _ requirement: PluginRequirement, isRejected: Bool, isDisabled: Bool
  ) -> String {
    if isDisabled { return "enable \(requirement.identifier), or disable the plugin, too" }
    return isRejected
      ? "fix the errors of \(requirement.identifier), or remove the plugin"
      : """
      add \(requirement.identifier) in a version that satisfies \(requirement.range), or remove \
      the plugin
      """
  }
}
