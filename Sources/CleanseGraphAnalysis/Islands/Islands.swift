// This folder finds which plugins have to run in one process. `UseGraph` says what each plugin uses, and where state is
// that others use, too. `Islands` unites the plugins that share any. An `IslandTie` says by what they are tied.

public import CleanseGraph
import CleanseSupport

/// The islands of a graph: sets of plugins that share nothing with the plugins of other sets, so that each set can run in a
/// process of its own.
///
/// Two plugins are in one island if one of them uses a binding of the other, if both use a shared instance of the application, if
/// overrides of one replace bindings of the other, or if both are tied to a third one. The application is in an island, too, if it
/// uses plugins: it calls them in its own process.
///
/// These tie nothing: contributions to a collection that is declared `perProcess`, unless a plugin requests the collection;
/// bindings of the application without a shared instance, and those that are `perProcess()`, but what these use does.
///
/// What the graph does not show is not known: variables of a library that several plugins use, files, sockets, and objects inside
/// of a value that is bound.
public struct Islands: Sendable {
  /// A set of plugins that run in one process.
  public struct Island: Hashable, Sendable {
    /// The identifiers, in the order of the plugins' first bindings in the graph.
    public let plugins: [String]
    /// Whether the application uses these plugins or shares state with them, so that they run in its own process.
    public let hasApplication: Bool
  }

  /// The islands, in the order of their first plugins.
  public let all: [Island]
  private let numbers: [String: Int]
  /// For each binding, the index in ``all`` of the island that it belongs to.
  private let islandsOfBindings: [Int?]
  /// For each part of the graph, the smallest one of its island.
  let islandsOfParts: [Int]

  /// Finds the islands.
  ///
  /// - Complexity: Almost linear in the size of the graph.
  public init(of graph: BindingGraph) {
    self.init(UseGraph(graph))
  }

  init(_ graph: UseGraph) {
    var search = IslandSearch(graph)
    search.run()
    islandsOfParts = (0..<graph.count).map { search.sets.representative(of: $0) }
    let plugins = Dictionary(grouping: graph.plugins.indices) { [islandsOfParts] in
      islandsOfParts[$0 + 1]
    }
    let application = islandsOfParts[UseGraph.application]
    all = islandsOfParts[1...].prefix(graph.plugins.count).distinct().map { island in
      Island(
        plugins: (plugins[island] ?? []).map { graph.plugins[$0] },
        hasApplication: island == application)
    }
    let numbersOfPlugins = Dictionary(
      uniqueKeysWithValues: all.enumerated().flatMap { number, island in
        island.plugins.map { ($0, number) }
      })
    let islands = Dictionary(
      keepingFirst: graph.plugins.enumerated().map { [islandsOfParts] index, plugin in
        (islandsOfParts[index + 1], numbersOfPlugins[plugin])
      })
    islandsOfBindings = graph.parts.map { [islandsOfParts] part in
      part.flatMap { islands[islandsOfParts[$0]] ?? nil }
    }
    numbers = numbersOfPlugins
  }

  /// The island of a plugin; nil if the graph has no binding of it.
  public func island(of plugin: String) -> Island? { numbers[plugin].map { all[$0] } }

  /// The index in ``all`` of the island that a binding belongs to: that of its plugin or, for a shared instance of the
  /// application, of the plugins that use it. Nil for all other bindings, which each island has for itself.
  package func islandIndex(of binding: BindingIndex) -> Int? { islandsOfBindings[binding.number] }
}

/// Unites the parts of a graph that are tied.
private struct IslandSearch {
  let graph: UseGraph
  var sets: DisjointSets
  /// For each binding without state, whether it leads to any.
  private let leadsToState: [Bool]
  /// For each binding without state, the first part that uses it.
  private var firstUsers: [Int?]
  private var isWalked: [Bool]

  init(_ graph: UseGraph) {
    self.graph = graph
    sets = DisjointSets(count: graph.count)
    leadsToState = Self.leadsToState(graph)
    firstUsers = Array(repeating: nil, count: graph.parts.count)
    isWalked = Array(repeating: false, count: graph.count)
  }

  /// - Complexity: Each use is followed once, and once backwards.
  mutating func run() {
    var open = Array(0...graph.plugins.count)
    while let part = open.popLast() {
      guard !isWalked[part] else { continue }
      isWalked[part] = true
      open += walk(from: part)
      for declarer in graph.declarers(for: part) { sets.unite(part, declarer) }
    }
    for group in graph.graph.resolution.groupIndices {
      let plugins = graph.plugins(decidingIn: group)
      for plugin in plugins.dropFirst() { sets.unite(plugins[0], plugin) }
    }
  }

  /// Unites a part with those that it uses.
  ///
  /// - Returns: These parts. An instance that no part uses ties nothing.
  private mutating func walk(from part: Int) -> [Int] {
    var used: [Int] = []
    var open = graph.starts(of: part).flatMap { start in
      graph.parts[start.number] == part ? graph.uses(of: start) : [start]
    }
    while let index = open.popLast() {
      if visit(index, from: part, &used) { open += graph.uses(of: index) }
    }
    return used
  }

  /// - Returns: Whether what the binding uses is used by the part, and not yet known to be.
  private mutating func visit(_ index: BindingIndex, from part: Int, _ used: inout [Int]) -> Bool {
    if let other = graph.parts[index.number] {
      sets.unite(part, other)
      used.append(other)
      return false
    }
    guard leadsToState[index.number] else { return false }
    guard let first = firstUsers[index.number] else {
      firstUsers[index.number] = part
      return true
    }
    sets.unite(part, first)
    return false
  }

  private static func leadsToState(_ graph: UseGraph) -> [Bool] {
    let users = graph.usersOfBindings()
    var leads = graph.parts.map { $0 != nil }
    var open = graph.graph.bindingIndices.filter { leads[$0.number] }
    while let index = open.popLast() {
      for user in users[index.number] where !leads[user.number] {
        leads[user.number] = true
        open.append(user)
      }
    }
    return leads
  }
}
