import PluginMetadata
import CleanseGraph

/// Rejects plugins that go by the same identifier.
///
/// Neither is used: which of them was meant is for the user to say, and not for the order in which
/// files happen to be found.
public enum DuplicateIdentifierValidator {
  /// The same inspections in the same order, with every usable plugin whose identifier another usable
  /// one has, too, made a rejected one that names the others, or the first few of them.
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
    // More than are named, as the plugin itself may be among them.
    let others = all.prefix(Abridgement.limit + 2).filter { $0.file != plugin.file }
    return Diagnostic(
      "plugin/duplicate-identifier", .error,
      "\(plugin.file) has the identifier \(plugin.manifest.identifier), which is not its alone",
      provenance: Provenance(origin: plugin.manifest.identifier),
      notes: Abridgement.notes(others, of: all.count - 1, "plugins have it too") {
        Diagnostic.Note("\($0.file), version \($0.manifest.version), has it too")
      },
      fix: "remove all but one of the files, or give each plugin.json its own identifier",
      arguments: [.file(plugin.file)])
  }
}
