import CleanseGraph

/// The boxes of a graph while they are being drawn up.
///
/// The steps are to be taken in their order: boxes first, as arrows lead to them.
struct DrawingDraft {
  /// The bindings of one key in one component.
  struct Place: Hashable {
    let component: Int
    let key: Key
  }

  let graph: BindingGraph
  let grouping: GraphDrawing.Grouping
  let names: KeyNames

  private(set) var plugins: [GraphDrawing.Contributor] = [.init(identifier: nil)]
  private(set) var clusters: [GraphDrawing.Cluster] = []
  var nodes: [GraphDrawing.Node] = []
  var edges: [GraphDrawing.Edge] = []

  /// The places of the boxes that stand for bindings.
  private(set) var nodesOfBindings: [Int?]
  /// The places of all bindings of a key in a component.
  private(set) var groups: [Place: [Int]] = [:]
  /// The places of the boxes of collections.
  private(set) var collections: [Place: Int] = [:]
  /// The boxes that a request from a component leads to.
  private var answers: [Place: [Int]] = [:]
  /// The places of the boxes of what is missing.
  private var missingKeys: [Key: Int] = [:]
  /// The places of the boxes of roots that nothing binds, by their components.
  var missingRoots: [Int: Int] = [:]
  private var pluginNumbers: [String: Int] = [:]

  init(of graph: BindingGraph, by grouping: GraphDrawing.Grouping) {
    self.graph = graph
    self.grouping = grouping
    names = KeyNames(graph)
    nodesOfBindings = Array(repeating: nil, count: graph.bindings.count)
    for binding in graph.bindings {
      groups[Place(binding), default: []].append(binding.id)
      if let origin = binding.provenance.origin, pluginNumbers[origin] == nil {
        pluginNumbers[origin] = plugins.count
        plugins.append(.init(identifier: origin))
      }
    }
  }

  /// Draws each binding, each collection in front of the first of its bindings, and the frames.
  mutating func addBindings() {
    for binding in graph.bindings {
      let place = Place(binding)
      let group = groups[place] ?? []
      if binding.id == group.first, group.contains(where: { isPart($0) }) {
        collections[place] = nodes.count
        nodes.append(collection(of: group))
        for declaration in group where graph.bindings[declaration].kind == .declaration {
          nodesOfBindings[declaration] = collections[place]
        }
      }
      switch binding.kind {
      case .declaration: continue
      // It says nothing where the key has a value.
      case .optional where group.contains { graph.bindings[$0].kind != .optional }: continue
      case .optional where binding.id != group.first: continue
      default:
        nodesOfBindings[binding.id] = nodes.count
        nodes.append(node(of: binding))
      }
    }
    for binding in graph.bindings where nodesOfBindings[binding.id] == nil {
      // A declared optional: whatever answers the key stands for it.
      guard let group = groups[Place(binding)],
        let node = group.compactMap({ nodesOfBindings[$0] }).first
      else { continue }
      nodesOfBindings[binding.id] = node
      nodes[node].bindings.append(binding.id)
    }
    addClusters()
  }

  private mutating func addClusters() {
    switch grouping {
    case .plugin:
      let used = Set(nodes.compactMap(\.plugin))
      for (number, plugin) in plugins.enumerated() where used.contains(number) {
        clusters.append(
          .init(id: "p\(number)", title: plugin.name, details: [], plugin: number, parent: nil))
      }
    case .component:
      for (number, component) in graph.components.enumerated() {
        let scope = component.scope.map { ", which shares in \($0)" } ?? ""
        clusters.append(
          .init(
            id: "c\(number)", title: names.short(component.name),
            details: ["component \(component.name)\(scope)"], plugin: nil,
            parent: component.parent.map { "c\($0)" }))
      }
    }
  }

  /// The place of whoever brought the binding in ``plugins``.
  func plugin(of binding: Binding) -> Int {
    binding.provenance.origin.flatMap { pluginNumbers[$0] } ?? 0
  }

  func isPart(_ place: Int) -> Bool {
    graph.bindings[place].kind.isPartOfCollection
  }

  /// The boxes that a request leads to; none where nothing answers it.
  mutating func nodes(answering key: Key, from component: Int) -> [Int] {
    let place = Place(component: component, key: key)
    if let known = answers[place] { return known }
    let bindings = graph.bindings(answering: key, from: component)
    var found: [Int] = []
    // The nearest stand last, and with them the collection that the others come first in.
    if let nearest = bindings.last?.component, bindings.contains(where: \.kind.isPartOfCollection),
      let collection = collections[Place(component: nearest, key: key)]
    {
      found.append(collection)
    }
    for binding in bindings where found.isEmpty || !binding.kind.isPartOfCollection {
      if let node = nodesOfBindings[binding.id], !found.contains(node) { found.append(node) }
    }
    answers[place] = found
    return found
  }

  /// The box of a declared optional that has no value, as seen from the component.
  func optional(_ key: Key, from component: Int) -> Int? {
    ([component] + graph.ancestors(of: component)).lazy
      .compactMap { groups[Place(component: $0, key: key)] }
      .flatMap { $0 }
      .first { graph.bindings[$0].kind == .optional }
      .flatMap { nodesOfBindings[$0] }
  }

  /// The box of a key that nothing binds, which is drawn when it is first asked for.
  mutating func missing(_ key: Key, for id: String, in component: Int) -> Int {
    if let known = missingKeys[key] { return known }
    missingKeys[key] = nodes.count
    nodes.append(
      .init(
        id: id, kind: .missing, plugin: nil, component: component, key: key,
        lines: [names.short(key), "nothing binds it"],
        details: [key.description, "asked for, and bound by nothing"]))
    return nodes.count - 1
  }

  /// The box of a key that nothing binds, where it is drawn.
  func missing(_ key: Key) -> Int? { missingKeys[key] }
}

extension DrawingDraft.Place {
  init(_ binding: Binding) {
    self.init(component: binding.component, key: binding.key)
  }
}
