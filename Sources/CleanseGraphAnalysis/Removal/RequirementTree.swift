/// The usable plugins and the plugins that each of them requires.
public struct RequirementTree {
  /// A plugin that another one requires.
  public struct Requirement: Hashable {
    /// The identifier of the required plugin.
    public let identifier: String
    /// The range of accepted versions, such as `>=1.0.0 <2.0.0`.
    public let versions: String

    /// Creates a requirement.
    public init(identifier: String, versions: String) {
      self.identifier = identifier
      self.versions = versions
    }
  }

  /// A plugin that has to be removed because it requires a removed one.
  public struct DependentPlugin: Hashable {
    /// The identifier of the dependent plugin.
    public let identifier: String
    /// The requirement that is no longer satisfied.
    public let requirement: Requirement
  }

  /// The identifiers, in the order of the plugins.
  public let plugins: [String]
  private let requirers: [String: [DependentPlugin]]

  /// - Parameter plugins: The plugins. Their identifiers are unique, since two usable plugins never share one.
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

  /// Returns the plugins that require one of these, directly or transitively, each with the requirement that
  /// is no longer satisfied; direct dependents first.
  public func dependents(of identifiers: some Collection<String>) -> [DependentPlugin] {
    var removed = Set(identifiers)
    var dependents: [DependentPlugin] = []
    var next = Array(identifiers)
    while !next.isEmpty {
      let further = next.flatMap { requirers[$0] ?? [] }.filter {
        removed.insert($0.identifier).inserted
      }
      dependents += further
      next = further.map(\.identifier)
    }
    return dependents
  }
}
