public import CleanseGraph
import CleanseSupport

/// Something of which the plugins of an island use the same: a reason why they have to run in one process.
public struct IslandTie: Encodable, Hashable, Sendable {
  /// What ties them.
  public enum Kind: String, Encodable, Hashable, Sendable {
    /// A shared instance of the application, which all of them use.
    case sharedInstance = "shared-instance"
    /// A binding of the first plugin, which the others use.
    case binding
    /// A key that one of them overrides, and the others bind or override.
    case override
    /// A name in another language that the first plugin declares and the other uses.
    case name
  }

  /// What ties them.
  public let kind: Kind
  /// The shared instance, the binding that is used, or the first one of the key; nil for a name.
  public let binding: BindingReference?
  /// The identifiers of the plugins.
  public let plugins: [String]
  /// Whether the application is tied as well.
  public let hasApplication: Bool

  /// The ties of some islands, in the order of the bindings; overrides and names are last.
  ///
  /// Plugins can be tied more than once: to separate them, all of their ties have to go.
  ///
  /// - Parameters:
  ///   - plugins: Plugins of the islands, by identifier.
  ///   - islands: The islands of the graph.
  /// - Complexity: The number of plugins of these islands, times what each uses.
  public static func all(
    inIslandsOf plugins: [String], _ islands: Islands, in graph: BindingGraph
  ) -> [IslandTie] {
    let uses = UseGraph(graph)
    let included = Set(plugins.compactMap(uses.part).map { islands.islandsOfParts[$0] })
    let parts = (0...uses.plugins.count).filter { included.contains(islands.islandsOfParts[$0]) }
    let overrides = graph.resolution.groupIndices.filter { group in
      uses.plugins(decidingIn: group).first.map(parts.contains) ?? false
    }
    return byUse(parts, uses) + overrides.compactMap { byOverride($0, uses) } + byName(parts, uses)
  }

  /// The ties by bindings of one key.
  static func all(by key: Key, in graph: BindingGraph) -> [IslandTie] {
    let uses = UseGraph(graph)
    let bindings = graph.bindings.filter { $0.key == key }.map(\.id)
    let users = uses.users(of: bindings)
    let overrides = bindings.map { graph.resolution.groupsOfBindings[$0.number] }.distinct()
    return zip(bindings, users).compactMap { byUse($0, of: $1, uses) }
      + overrides.compactMap { byOverride($0, uses) }
  }

  private static func byUse(_ parts: [Int], _ uses: UseGraph) -> [IslandTie] {
    var users: [BindingIndex: [Int]] = [:]
    for part in parts {
      for index in uses.used(by: part) { users[index, default: []].append(part) }
    }
    return users.sorted { $0.key < $1.key }.compactMap { byUse($0, of: $1, uses) }
  }

  /// - Parameter users: The plugins, and the application, that use the binding of another part.
  private static func byUse(
    _ index: BindingIndex, of users: [Int], _ uses: UseGraph
  ) -> IslandTie? {
    guard let owner = uses.parts[index.number] else { return nil }
    if uses.isState(owner) {
      return users.count > 1 ? IslandTie(.sharedInstance, index, of: users, uses) : nil
    }
    return users.isEmpty ? nil : IslandTie(.binding, index, of: [owner] + users, uses)
  }

  private static func byOverride(_ group: GroupIndex, _ uses: UseGraph) -> IslandTie? {
    let plugins = uses.plugins(decidingIn: group)
    let first = uses.graph.resolution.members(of: group).first
    return plugins.count > 1 ? IslandTie(.override, first, of: plugins, uses) : nil
  }

  private static func byName(_ parts: [Int], _ uses: UseGraph) -> [IslandTie] {
    parts.flatMap { part in
      uses.declarers(for: part).map { IslandTie(.name, nil, of: [$0, part], uses) }
    }
  }

  private init(_ kind: Kind, _ index: BindingIndex?, of parts: [Int], _ uses: UseGraph) {
    self.kind = kind
    binding = index.map { BindingReference(uses.graph[$0], in: uses.graph) }
    plugins = parts.compactMap(uses.plugin)
    hasApplication = parts.contains(UseGraph.application)
  }

  /// What ties them, in a few words.
  public var phrase: String {
    switch kind {
    case .sharedInstance: "a shared instance of the application"
    case .binding: "a binding of \(BindingReference.owner(binding?.plugin))"
    case .override: "a key that one of them overrides"
    case .name: "a name that \(BindingReference.owner(plugins.first)) declares"
    }
  }

  /// Those whom it ties: the first ones, and the number of the others.
  public var members: String {
    BindingReference.owners(of: plugins.map(Optional.some) + (hasApplication ? [nil] : []))
  }

  private enum CodingKeys: String, CodingKey {
    case kind, binding, plugins
    case hasApplication = "application"
  }
}
