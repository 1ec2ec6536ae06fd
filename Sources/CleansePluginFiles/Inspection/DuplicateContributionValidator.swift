public import CleanseGraph
import CleanseSupport
import CleansePluginMetadata

extension Diagnostic.Code {
  /// The manifests of two plugins name the same contribution.
  public static let pluginDuplicateContribution: Self = "plugin/duplicate-contribution"
}

/// Finds contributions to one extension point that the manifests of several plugins name, such as two commands of one name.
package enum DuplicateContributionValidator {
  private struct Name: Hashable {
    let extensionPoint: String
    let name: String
  }

  /// Returns one finding for each such name, in order. The plugins can be used; only what several of them name can't be
  /// found by its name.
  package static func findings(in inspections: [PluginInspection]) -> [Diagnostic] {
    var owners: [Name: [PluginDescription]] = [:]
    for plugin in inspections.compactMap(\.usable) {
      for (point, elements) in plugin.manifest.contributions {
        for element in elements {
          owners[Name(extensionPoint: point, name: element.name), default: []].append(plugin)
        }
      }
    }
    return owners.filter { $0.value.count > 1 }
      .sorted { ($0.key.extensionPoint, $0.key.name) < ($1.key.extensionPoint, $1.key.name) }
      .map { diagnostic($0.key, $0.value) }
  }

  private static func diagnostic(_ name: Name, _ plugins: [PluginDescription]) -> Diagnostic {
    Diagnostic(
      .pluginDuplicateContribution, .warning,
      "\(plugins.count) plugins contribute the \(name.extensionPoint) \(name.name.quoted)",
      notes: Abridgement.notes(plugins, of: plugins.count, "plugins also contribute it") {
        Diagnostic.Note("\($0.manifest.identifier) contributes it")
      },
      fix: "rename it in one of them, or disable all but one of the plugins",
      arguments: [.init("extensionPoint", name.extensionPoint), .init("contribution", name.name)])
  }
}
