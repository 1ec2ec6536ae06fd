import PluginManifest

/// Which of the plugins that can be used go with which others, as they require them.
struct RequirementTree {
  /// A plugin that goes, and the one for whose sake.
  struct Dragged: Hashable {
    let identifier: String
    let requirement: PluginRequirement
  }

  /// The identifiers, in the order of the plugins.
  let plugins: [String]
  private let requirers: [String: [Dragged]]

  /// - Parameter plugins: Each identifier once, as two plugins of one can't be used.
  init(_ plugins: [(identifier: String, requires: [PluginRequirement])]) {
    self.plugins = plugins.map(\.identifier)
    var requirers: [String: [Dragged]] = [:]
    for plugin in plugins {
      for requirement in plugin.requires {
        requirers[requirement.identifier, default: []].append(
          Dragged(identifier: plugin.identifier, requirement: requirement))
      }
    }
    self.requirers = requirers
  }

  /// The plugins that require one of these or one that does, each with a requirement that is not met
  /// any more; those next to them first.
  func dragged(by identifiers: some Collection<String>) -> [Dragged] {
    var gone = Set(identifiers)
    var dragged: [Dragged] = []
    var next = Array(identifiers)
    while !next.isEmpty {
      let further = next.flatMap { requirers[$0] ?? [] }.filter {
        gone.insert($0.identifier).inserted
      }
      dragged += further
      next = further.map(\.identifier)
    }
    return dragged
  }
}
