import GraphAnalysis
import CleanseGraph

extension DrawingDraft {
  /// Marks the root of each component, and draws those that nothing binds.
  mutating func addRoots() {
    for (number, component) in graph.components.enumerated() {
      let roots = nodes(answering: component.root, from: number)
      for root in roots { nodes[root].isRoot = true }
      guard roots.isEmpty else { continue }
      missingRoots[number] = nodes.count
      nodes.append(
        .init(
          id: "r\(number)", kind: .missing, plugin: nil, component: number, key: component.root,
          lines: [names.short(component.root), "nothing binds it"],
          details: [
            component.root.description, "the root of \(component.name), bound by nothing",
          ], isRoot: true))
    }
  }

  /// Draws what the bindings ask for, and what is missing of it, and inner components.
  ///
  /// What is replaced makes nothing, and so asks for nothing.
  mutating func addRequests() {
    for binding in graph.bindings where !graph.isReplaced(binding) {
      guard let asking = nodesOfBindings[binding.id] else { continue }
      for (number, request) in binding.requests.enumerated() {
        let id = "e\(binding.id)-\(number)"
        let answering = answering(request, number, of: binding)
        for (rank, node) in answering.enumerated() {
          edges.append(
            .init(
              id: rank == 0 ? id : "\(id)-\(rank)", from: nodes[asking].id, to: nodes[node].id,
              form: .init(request.form),
              details: ["\(binding.key) asks for \(request.phrase)"], request: number))
        }
      }
      guard let inner = binding.subcomponent else { continue }
      let roots = nodes(answering: graph.components[inner].root, from: inner)
      for root in roots + [missingRoots[inner]].compactMap({ $0 }) {
        connect(asking, root, .builds)
      }
    }
  }

  private mutating func answering(
    _ request: Request, _ number: Int, of binding: Binding
  ) -> [Int] {
    let found = nodes(answering: request.key, from: binding.component)
    guard found.isEmpty else { return found }
    if request.form == .optional,
      let optional = optional(request.key, from: binding.component)
    {
      return [optional]
    }
    return [missing(request.key, for: "m\(binding.id)-\(number)", in: binding.component)]
  }

  /// Draws what collections consist of.
  mutating func addCollections() {
    for binding in graph.bindings {
      let place = Place(binding)
      guard groups[place]?.first == binding.id, let collection = collections[place] else {
        continue
      }
      for part in groups[place] ?? [] where graph.bindings[part].kind == .contribution {
        if let node = nodesOfBindings[part] { connect(collection, node, .element) }
      }
      guard !nodes[collection].isReplaced,
        let parent = graph.components[place.component].parent
      else { continue }
      for outer in nodes(answering: place.key, from: parent)
      where nodes[outer].kind == .collection {
        connect(collection, outer, .element)
      }
    }
  }

  /// Draws what overrides replace: a collection as a whole, where it is replaced as one.
  ///
  /// Each of many overrides of one place may replace each of many bindings of the key. Then only the first override
  /// has an arrow to each of them, so that there are no more arrows than in proportion to the bindings.
  mutating func addOverrides() {
    let most = 20
    var replaced: [Place: [Int]] = [:]
    for override in graph.bindings where override.override != nil && !graph.isReplaced(override) {
      let place = Place(override)
      let isFirst = replaced[place] == nil
      let targets = replaced[place] ?? boxesReplaced(in: place)
      replaced[place] = targets
      guard let from = nodesOfBindings[override.id] else { continue }
      let shown = isFirst ? targets[...] : targets.prefix(most)
      // A declared optional may have the box of the override itself.
      for to in shown where to != from { connect(from, to, .replaces) }
      if shown.count < targets.count {
        edges[edges.count - 1].details.append("and \(targets.count - shown.count) more")
      }
    }
  }

  /// The boxes of what overrides replace in a group, each once.
  private func boxesReplaced(in place: Place) -> [Int] {
    let collection = collections[place].flatMap { nodes[$0].isReplaced ? $0 : nil }
    var seen: Set<Int> = []
    return (groups[place] ?? []).map { graph.bindings[$0] }.filter { graph.isReplaced($0) }
      .compactMap { binding in
        (binding.kind.isPartOfCollection ? collection : nil) ?? nodesOfBindings[binding.id]
      }.filter { seen.insert($0).inserted }
  }

  /// Draws the plugins that were rejected, and what is missed of them.
  mutating func add(_ rejections: [GraphDrawing.Rejection]) {
    let lost = Dictionary(grouping: graph.dropped) { $0.provenance.origin }
    for (number, rejection) in rejections.enumerated() {
      let node = nodes.count
      nodes.append(
        .init(
          id: "x\(number)", kind: .rejected, plugin: nil, component: nil, key: nil,
          lines: [rejection.name, "rejected: \(Self.name(of: rejection.code))"],
          details: [rejection.name, "rejected: \(rejection.code)"]))
      var drawn: Set<Int> = []
      for dropped in rejection.identifier.flatMap({ lost[$0] }) ?? [] {
        if let missing = missing(dropped.key), drawn.insert(missing).inserted {
          connect(node, missing, .lost)
        }
      }
    }
  }

  /// A code without its owner.
  static func name(of code: String) -> String {
    code.split(separator: "/").last.map(String.init) ?? code
  }

  private mutating func connect(_ from: Int, _ to: Int, _ form: GraphDrawing.Edge.Form) {
    let (from, to) = (nodes[from], nodes[to])
    let phrase =
      switch form {
      case .builds: "builds the inner component of"
      case .replaces: "replaces"
      case .lost: "would bind"
      default: "contains"
      }
    edges.append(
      .init(
        id: "\(from.id)_\(to.id)", from: from.id, to: to.id, form: form,
        details: ["\(from.lines[0]) \(phrase) \(to.lines[0])"]))
  }
}

extension GraphDrawing.Edge.Form {
  init(_ form: RequestForm) {
    switch form {
    case .instance: self = .instance
    case .provider, .throwingProvider, .asyncProvider, .function, .throwingElements:
      self = .provider
    case .optional: self = .optional
    case .weakProvider: self = .weak
    @unknown default: self = .instance
    }
  }
}
