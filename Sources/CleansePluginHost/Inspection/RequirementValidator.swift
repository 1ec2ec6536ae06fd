import Cleanse
import PluginManifest

/// Rejects plugins whose requirements the others do not meet.
public enum RequirementValidator {
  /// The same inspections in the same order, with every usable plugin that requires one that is
  /// absent, rejected or of another version made a rejected one, and so on for those that require it.
  ///
  /// Each round looks at the outcome of the one before, so a finding names the cause that is next to
  /// it, and the result does not depend on the order of the files. Plugins may require each other.
  public static func validate(_ inspections: [PluginInspection]) -> [PluginInspection] {
    var inspections = inspections
    while true {
      let known = Dictionary(
        grouping: inspections.filter { $0.description != nil },
        by: { $0.description?.manifest.identifier ?? "" })
      let next = inspections.map { inspection in
        guard let plugin = inspection.usable else { return inspection }
        let errors = plugin.manifest.requires.compactMap { requirement in
          diagnostic(plugin, requirement, known[requirement.identifier] ?? [])
        }
        return errors.isEmpty ? inspection : inspection.rejected(for: errors)
      }
      guard next != inspections else { return next }
      inspections = next
    }
  }

  /// The finding about one requirement, or nothing when it is met.
  private static func diagnostic(
    _ plugin: PluginDescription, _ requirement: PluginRequirement, _ known: [PluginInspection]
  ) -> Diagnostic? {
    let isMet = known.compactMap(\.usable)
      .contains { requirement.range.contains($0.manifest.version) }
    guard !isMet else { return nil }
    return Diagnostic(
      "plugin/requirement-unmet", .error,
      "\(plugin.file) requires \(requirement.identifier) \(requirement.range)",
      provenance: Provenance(origin: plugin.manifest.identifier),
      notes: known.isEmpty
        ? [Diagnostic.Note("no plugin of that identifier was found")] : known.compactMap(note),
      remedy: remedy(requirement, known))
  }

  private static func note(_ found: PluginInspection) -> Diagnostic.Note? {
    guard let description = found.description else { return nil }
    let subject = "\(description.file) is version \(description.manifest.version)"
    let codes = found.diagnostics.filter { $0.severity == .error }.map(\.code.rawValue)
    return found.usable == nil
      ? Diagnostic.Note("\(subject), and was rejected: \(codes.joined(separator: ", "))")
      : Diagnostic.Note(subject)
  }

  private static func remedy(
    _ requirement: PluginRequirement, _ known: [PluginInspection]
  ) -> String {
    known.contains { $0.usable == nil }
      ? "mend what \(requirement.identifier) was rejected for, or remove the plugin"
      : """
      add \(requirement.identifier) in a version that satisfies \(requirement.range), or remove \
      the plugin
      """
  }
}
