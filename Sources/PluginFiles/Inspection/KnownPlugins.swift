import PluginMetadata
import CleanseSupport

/// Which plugins go by an identifier, which of them can be used, and who requires one.
///
/// Plugins are known by their places in a list of inspections.
struct KnownPlugins {
  private var found: [String: [Int]] = [:]
  /// The versions that can be used, each as often as it is there.
  private var usable: [String: [SemanticVersion]] = [:]
  private var requirers: [String: [Int]] = [:]

  init(_ inspections: [PluginInspection]) {
    for (index, inspection) in inspections.enumerated() {
      guard let manifest = inspection.description?.manifest else { continue }
      found[manifest.identifier, default: []].append(index)
      guard inspection.usable != nil else { continue }
      usable[manifest.identifier, default: []].append(manifest.version)
      for requirement in manifest.requires {
        requirers[requirement.identifier, default: []].append(index)
      }
    }
  }

  /// All plugins of an identifier, in their order, whether they can be used or not.
  func indices(of identifier: String) -> [Int] { found[identifier] ?? [] }

  func isMet(_ requirement: PluginRequirement) -> Bool {
    usable[requirement.identifier]?.contains { requirement.range.contains($0) } == true
  }

  /// Whether any plugin of an identifier can't be used.
  func hasRejected(_ identifier: String) -> Bool {
    indices(of: identifier).count > usable[identifier]?.count ?? 0
  }

  /// Notes that a plugin that could be used no longer can, and tells who may miss it.
  mutating func reject(_ index: Int, _ inspection: PluginInspection) -> [Int] {
    guard let manifest = inspection.description?.manifest else { return [] }
    if let place = usable[manifest.identifier]?.firstIndex(of: manifest.version) {
      usable[manifest.identifier]?.remove(at: place)
    }
    return requirers[manifest.identifier] ?? []
  }
}
