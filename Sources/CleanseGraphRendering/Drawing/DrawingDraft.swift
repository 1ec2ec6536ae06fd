import CleanseGraph
import CleanseGraphAnalysis

/// A drawing under construction.
///
/// The steps must be called in the order in which ``GraphDrawing`` calls them: boxes first, as arrows lead to them.
struct DrawingDraft {
  /// A key in a component, which may have any number of bindings.
  struct Slot: Hashable {
    let component: ComponentIndex
    let key: Key
  }

  let graph: BindingGraph
  let grouping: GraphDrawing.Grouping
  let names: KeyNames
  let contributionLabels: ContributionLabels
  /// Nil unless they are drawn.
  let islands: Islands?

  private(set) var plugins: [GraphDrawing.Contributor] = [.init(identifier: nil)]
  private(set) var clusters: [GraphDrawing.Cluster] = []
  var nodes: [GraphDrawing.Node] = []
  var edges: [GraphDrawing.Edge] = []

  /// The index in ``nodes`` of the box of each binding.
  private(set) var nodesOfBindings: [Int?]
  /// All bindings of a key in a component.
  private(set) var groups: [Slot: [BindingIndex]] = [:]
  /// The indices of the boxes of collections.
  private(set) var collections: [Slot: Int] = [:]
  /// The boxes that a request from a component leads to.
  private var answers: [Slot: [Int]] = [:]
  /// The indices of the boxes of missing keys.
  private var missingKeys: [Key: Int] = [:]
  /// The indices of the boxes of roots without a binding, by component.
  var missingRoots: [ComponentIndex: Int] = [:]
  private var pluginNumbers: [String: Int] = [:]

  init(of graph: BindingGraph, by grouping: GraphDrawing.Grouping) {
    self.graph = graph
    self.grouping = grouping
    names = KeyNames(graph)
    contributionLabels = ContributionLabels(graph, names)
    islands = grouping == .island ? Islands(of: graph) : nil
    nodesOfBindings = Array(repeating: nil, count: graph.bindings.count)
    for binding in graph.bindings {
      groups[Slot(binding), default: []].append(binding.id)
      if let origin = binding.provenance.origin, pluginNumbers[origin] == nil {
        pluginNumbers[origin] = plugins.count
        plugins.append(.init(identifier: origin))
      }
    }
  }

  /// Draws each binding, each collection before the first of its bindings, and the frames.
  mutating func addBindings() {
    for binding in graph.bindings {
      let slot = Slot(binding)
      let group = groups[slot] ?? []
      if binding.id == group.first, group.contains(where: { isPart($0) }) {
        collections[slot] = nodes.count
        nodes.append(collection(of: group))
        for declaration in group where graph[declaration].kind == .declaration {
          nodesOfBindings[declaration.number] = collections[slot]
        }
      }
      switch binding.kind {
      case .declaration: continue
      // The declaration has no effect where the key has a value.
      case .optional where group.contains { provides($0) }: continue
      case .optional where binding.id != group.first { graph[$0].kind == .optional }: continue
      default:
        nodesOfBindings[binding.id.number] = nodes.count
        nodes.append(node(of: binding))
      }
    }
    for binding in graph.bindings where nodesOfBindings[binding.id.number] == nil {
      // A declared optional shares the box of the binding that provides its value.
      guard let group = groups[Slot(binding)],
        let node = group.filter({ graph[$0].kind != .decorator })
          .compactMap({ nodesOfBindings[$0.number] }).first
      else { continue }
      nodesOfBindings[binding.id.number] = node
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
        let scope = component.scope.map { ", scope \($0)" } ?? ""
        clusters.append(
          .init(
            id: "c\(number)", title: names.short(component.name),
            details: ["component \(component.name)\(scope)"], plugin: nil,
            parent: component.parent.map { "c\($0)" }))
      }
    case .island:
      for (number, island) in (islands?.all ?? []).enumerated() {
        clusters.append(
          .init(
            id: "i\(number)", title: "island \(number + 1)",
            details: island.plugins + (island.hasApplication ? ["the application"] : []),
            plugin: nil, parent: nil))
      }
    }
  }

  /// The index in ``plugins`` of the contributor of the binding.
  func plugin(of binding: Binding) -> Int {
    binding.provenance.origin.flatMap { pluginNumbers[$0] } ?? 0
  }

  /// Whether the binding provides a value on its own, unlike a decorator.
  private func provides(_ binding: BindingIndex) -> Bool {
    graph[binding].kind != .optional && graph[binding].kind != .decorator
  }

  func isPart(_ binding: BindingIndex) -> Bool {
    graph[binding].kind.isPartOfCollection
  }

  /// The boxes that a request leads to; none where the key has no binding.
  mutating func nodes(answering key: Key, from component: ComponentIndex) -> [Int] {
    let slot = Slot(component: component, key: key)
    if let known = answers[slot] { return known }
    let found = nodes(of: graph.bindings(answering: key, from: component), providing: key)
    answers[slot] = found
    return found
  }

  /// The boxes of the bindings that provide a key together.
  func nodes(of bindings: [Binding], providing key: Key) -> [Int] {
    var found: [Int] = []
    // The bindings of the nearest component are last; its collection contains the inherited ones.
    if let nearest = bindings.last?.component, bindings.contains(where: \.kind.isPartOfCollection),
      let collection = collections[Slot(component: nearest, key: key)]
    {
      found.append(collection)
    }
    for binding in bindings where found.isEmpty || !binding.kind.isPartOfCollection {
      if let node = nodesOfBindings[binding.id.number], !found.contains(node) { found.append(node) }
    }
    return found
  }

  /// The box of a declared optional that has no value, as seen from the component.
  func optional(_ key: Key, from component: ComponentIndex) -> Int? {
    ([component] + graph.ancestors(of: component)).lazy
      .compactMap { groups[Slot(component: $0, key: key)] }
      .flatMap { $0 }
      .first { graph[$0].kind == .optional }
      .flatMap { nodesOfBindings[$0.number] }
  }

  /// The box of a key without a binding, which is drawn at the first request.
  mutating func missing(_ key: Key, for id: String, in component: ComponentIndex) -> Int {
    if let known = missingKeys[key] { return known }
    missingKeys[key] = nodes.count
    nodes.append(
      .init(
        id: id, kind: .missing, plugin: nil, component: component, key: key,
        lines: [names.short(key), "no binding"],
        details: [key.description, "requested, without a binding"]))
    return nodes.count - 1
  }

  /// The box of a key without a binding; nil where none is drawn.
  func missing(_ key: Key) -> Int? { missingKeys[key] }
}

extension DrawingDraft.Slot {
  init(_ binding: Binding) {
    self.init(component: binding.component, key: binding.key)
  }
}
