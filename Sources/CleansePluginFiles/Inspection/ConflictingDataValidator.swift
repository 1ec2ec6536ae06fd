import CleanseGraph
import CleansePluginMetadata
import CleanseSupport

/// Rejects plugins whose unique data has another size in a plugin before them. The plugin that is loaded later would write
/// beyond the end of the memory that the first one provides.
package enum ConflictingDataValidator {
  /// Returns the inspections in the same order.
  package static func validate(_ inspections: [PluginInspection]) -> [PluginInspection] {
    var known: [LinkerName: (size: UInt64, user: String)] = [:]
    return inspections.map { inspection in
      guard let plugin = inspection.usable, let data = inspection.linkage?.uniqueData,
        !data.isEmpty
      else { return inspection }
      let user = plugin.manifest.identifier
      let conflicts = data.compactMap { name, size in
        known[name].flatMap { other in
          other.size == size
            ? nil : DataConflict(name: name.text, size: size, other: other.size, user: other.user)
        }
      }
      guard conflicts.isEmpty else { return inspection.adding(defects: defects(conflicts)) }
      known.merge(data.mapValues { ($0, user) }) { first, _ in first }
      return inspection
    }
  }

  /// One defect for each of the other plugins.
  private static func defects(_ conflicts: [DataConflict]) -> [FileDefect] {
    Dictionary(grouping: conflicts, by: \.user).sorted { $0.key < $1.key }
      .map { .conflictingData($0.value.sorted { $0.name < $1.name }) }
  }
}
