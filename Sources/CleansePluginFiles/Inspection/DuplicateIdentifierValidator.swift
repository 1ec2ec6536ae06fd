import CleansePluginMetadata
import CleanseGraph
import CleanseSupport

/// Rejects plugins that have the same identifier.
///
/// None of them is used: the user has to decide which one is meant, not the order in which files are
/// found.
public enum DuplicateIdentifierValidator {
  /// Returns the inspections in the same order. Every usable plugin that shares its identifier with another
  /// usable one is rejected, with notes that name the first few others.
  public static func validate(_ inspections: [PluginInspection]) -> [PluginInspection] {
    let usable = inspections.compactMap(\.usable)
    let byIdentifier = Dictionary(grouping: usable, by: \.manifest.identifier)
    return inspections.map { inspection in
      guard let plugin = inspection.usable,
        let all = byIdentifier[plugin.manifest.identifier], all.count > 1
      else { return inspection }
      return inspection.rejected(for: [diagnostic(plugin, all)])
    }
  }

  private static func diagnostic(
    _ plugin: PluginDescription, _ all: [PluginDescription]
  ) -> Diagnostic {
    // One more than a full list, because the plugin itself may be among them.
    let others = all.prefix(Abridgement.limit + 2)
      .filter { FilePath($0.file) != FilePath(plugin.file) }
    let names = ([plugin.file] + others.map(\.file)).distinguished
    return Diagnostic(
      "plugin/duplicate-identifier", .error,
      "\(names[0]) has the same identifier as another plugin: \(plugin.manifest.identifier)",
      provenance: Provenance(origin: plugin.manifest.identifier),
      notes: Abridgement.notes(
        zip(names.dropFirst(), others), of: all.count - 1, "plugins also have it"
      ) { name, other in
        Diagnostic.Note("\(name), version \(other.manifest.version), also has it")
      },
      fix: "remove all but one of the files, or give each plugin.json its own identifier",
      arguments: [.file(plugin.file)])
  }
}
