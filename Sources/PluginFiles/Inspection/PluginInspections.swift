package import PluginMetadata

/// The inspections of the files that are used together, checked against each other: the usable plugins have different
/// identifiers, and a usable plugin requires only usable ones.
package struct PluginInspections: Sendable {
  /// The inspection of each file, in order.
  package let all: [PluginInspection]
  /// Plugins that are there besides the inspected ones; they replace none of these.
  private let present: [PluginManifest]

  /// Rejects the plugins that don't fit together.
  package init(_ inspections: [PluginInspection], present: [PluginManifest] = []) {
    all = RequirementValidator.validate(
      DuplicateIdentifierValidator.validate(inspections), present: present)
    self.present = present
  }

  /// The inspections after a change of each. A plugin that requires one that is no longer usable is rejected.
  package func map(_ change: (PluginInspection) -> PluginInspection) -> PluginInspections {
    PluginInspections(all.map(change), present: present)
  }
}
