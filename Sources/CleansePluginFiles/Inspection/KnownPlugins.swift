import CleansePluginMetadata
import CleanseSupport

/// An index of plugins by identifier: all plugins, the usable versions, and the plugins that require them.
///
/// Plugins are identified by their indices in a list of inspections.
struct KnownPlugins {
  private var found: [String: [Int]] = [:]
  /// The usable versions by identifier; a version occurs once for each plugin that has it.
  private var usable: [String: [SemanticVersion]] = [:]
  private var requirers: [String: [Int]] = [:]

  /// - Parameter present: Usable plugins besides the inspected ones.
  init(_ inspections: [PluginInspection], present: [PluginManifest]) {
    for (index, inspection) in inspections.enumerated() {
      guard let manifest = inspection.description?.manifest else { continue }
      found[manifest.identifier, default: []].append(index)
      guard inspection.usable != nil else { continue }
      usable[manifest.identifier, default: []].append(manifest.version)
      for requirement in manifest.requires {
        requirers[requirement.identifier, default: []].append(index)
      }
    }
    for manifest in present where found[manifest.identifier] == nil {
      usable[manifest.identifier, default: []].append(manifest.version)
    }
  }

  /// The indices of all plugins with an identifier, usable or not, in order.
  func indices(of identifier: String) -> [Int] { found[identifier] ?? [] }

  func isMet(_ requirement: PluginRequirement) -> Bool {
    usable[requirement.identifier]?.contains { requirement.range.contains($0) } == true
  }

  /// Whether any plugin with an identifier was rejected.
  func hasRejected(_ identifier: String) -> Bool {
    indices(of: identifier).count > usable[identifier]?.count ?? 0
  }

  /// Removes a plugin from the usable ones, and returns the indices of the plugins that require it.
  mutating func reject(_ index: Int, _ inspection: PluginInspection) -> [Int] {
    guard let manifest = inspection.description?.manifest else { return [] }
    if let match = usable[manifest.identifier]?.firstIndex(of: manifest.version) {
      usable[manifest.identifier]?.remove(at: match)
    }
    return requirers[manifest.identifier] ?? []
  }
}
