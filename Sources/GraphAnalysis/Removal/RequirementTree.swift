/// Which of the plugins that can be used go with which others, as they require them.
public struct RequirementTree {
  /// What a plugin requires.
  public struct Requirement: Hashable {
    /// Of the plugin that has to be there.
    public let identifier: String
    /// In which versions, as one would write them.
    public let versions: String

    /// A requirement as one would write it.
    public init(identifier: String, versions: String) {
      self.identifier = identifier
      self.versions = versions
    }
  }

  /// A plugin that goes, and the one for whose sake.
  public struct DependentPlugin: Hashable {
    /// The plugin that goes.
    public let identifier: String
    /// What it requires and is not there any more.
    public let requirement: Requirement
  }

  /// The identifiers, in the order of the plugins.
  public let plugins: [String]
  private let requirers: [String: [DependentPlugin]]

  /// - Parameter plugins: Each identifier once, as two plugins of one can't be used.
  public init(_ plugins: [(identifier: String, requires: [Requirement])]) {
    self.plugins = plugins.map(\.identifier)
    var requirers: [String: [DependentPlugin]] = [:]
    for plugin in plugins {
      for requirement in plugin.requires {
        requirers[requirement.identifier, default: []].append(
          DependentPlugin(identifier: plugin.identifier, requirement: requirement))
      }
    }
    self.requirers = requirers
  }

  /// The plugins that require one of these or one that does, each with a requirement that is not met
  /// any more; those next to them first.
  public func dependents(of identifiers: some Collection<String>) -> [DependentPlugin] {
    var gone = Set(identifiers)
    var dragged: [DependentPlugin] = []
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
