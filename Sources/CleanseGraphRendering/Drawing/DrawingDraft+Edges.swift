import CleanseGraphAnalysis
import CleanseGraph
import CleanseSupport

extension DrawingDraft {
  /// Marks the root of each component, and draws the roots that have no binding.
  mutating func addRoots() {
    for (index, component) in zip(graph.componentIndices, graph.components) {
      let roots = nodes(answering: component.root, from: index)
      for root in roots { nodes[root].isRoot = true }
      guard roots.isEmpty else { continue }
      missingRoots[index] = nodes.count
      nodes.append(
        .init(
          id: "r\(index)", kind: .missing, plugin: nil, component: index, key: component.root,
          lines: [names.short(component.root), "no binding"],
          details: [
            component.root.description, "the root of \(component.name), without a binding",
          ], isRoot: true))
    }
  }

  /// Draws the requests of the bindings, the keys that they miss, and the roots of subcomponents.
  ///
  /// A replaced binding requests nothing, as its factory is not called.
  mutating func addRequests() {
    for binding in graph.bindings where !graph.isReplaced(binding) {
      guard let requester = nodesOfBindings[binding.id.number] else { continue }
      for (number, request) in zip(binding.requestIndices, binding.requests) {
        let id = "e\(binding.id)-\(number)"
        let answering = answering(request, number, of: binding)
        for (rank, node) in answering.enumerated() {
          edges.append(
            .init(
              id: rank == 0 ? id : "\(id)-\(rank)", from: nodes[requester].id, to: nodes[node].id,
              form: .init(request.form),
              details: [
                binding.wraps(number)
                  ? "the decorator of \(binding.key) wraps \(request.phrase)"
                  : "\(binding.key) depends on \(request.phrase)"
              ], request: number))
        }
      }
      guard let subcomponent = binding.subcomponent else { continue }
      let roots = nodes(answering: graph[subcomponent].root, from: subcomponent)
      for root in roots + [missingRoots[subcomponent]].compactMap({ $0 }) {
        connect(requester, root, .builds)
      }
    }
  }

  private mutating func answering(
    _ request: Request, _ number: RequestIndex, of binding: Binding
  ) -> [Int] {
    let found =
      binding.wraps(number)
      ? nodes(of: graph.bindings(answering: number, of: binding), providing: request.key)
      : nodes(answering: request.key, from: binding.component)
    guard found.isEmpty else { return found }
    if request.form.allowsAbsence,
      let optional = optional(request.key, from: binding.component)
    {
      return [optional]
    }
    return [missing(request.key, for: "m\(binding.id)-\(number)", in: binding.component)]
  }

  /// Draws the arrows from collections to their contributions, and to the collections of parent components.
  mutating func addCollections() {
    for binding in graph.bindings {
      let slot = Slot(binding)
      guard groups[slot]?.first == binding.id, let collection = collections[slot] else {
        continue
      }
      for part in groups[slot] ?? [] where graph[part].kind == .contribution {
        if let node = nodesOfBindings[part.number] { connect(collection, node, .element) }
      }
      guard !nodes[collection].isReplaced,
        let parent = graph[slot.component].parent
      else { continue }
      for inherited in nodes(answering: slot.key, from: parent)
      where nodes[inherited].kind == .collection {
        connect(collection, inherited, .element)
      }
    }
  }

  /// Draws the arrows from overrides to the bindings that they replace, or to a collection that is replaced as a
  /// whole.
  ///
  /// Each of many overrides of a key may replace each of many bindings of it. Then only the first override has an
  /// arrow to each of them, so that the number of arrows stays proportional to the number of bindings.
  mutating func addOverrides() {
    let most = 20
    var replaced: [Slot: [Int]] = [:]
    for override in graph.bindings where override.override != nil && !graph.isReplaced(override) {
      let slot = Slot(override)
      let isFirst = replaced[slot] == nil
      let targets = replaced[slot] ?? boxesReplaced(in: slot)
      replaced[slot] = targets
      guard let from = nodesOfBindings[override.id.number] else { continue }
      let shown = isFirst ? targets[...] : targets.prefix(most)
      // A declared optional may share the box of the override itself.
      for to in shown where to != from { connect(from, to, .replaces) }
      if shown.count < targets.count {
        edges[edges.count - 1].details.append("and \(targets.count - shown.count) more")
      }
    }
  }

  /// The boxes of the bindings that overrides replace in a slot, each once.
  private func boxesReplaced(in slot: Slot) -> [Int] {
    let collection = collections[slot].flatMap { nodes[$0].isReplaced ? $0 : nil }
    return (groups[slot] ?? []).map { graph[$0] }.filter { graph.isReplaced($0) }
      .compactMap { binding in
        (binding.kind.isPartOfCollection ? collection : nil) ?? nodesOfBindings[binding.id.number]
      }.distinct()
  }

  /// Draws the rejected plugins, with arrows to the missing keys that they would have bound.
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
    // Not a path: a code of a finding.
    code.split(separator: "/").last.map(String.init) ?? code
  }

  private mutating func connect(_ from: Int, _ to: Int, _ form: GraphDrawing.Edge.Form) {
    let (from, to) = (nodes[from], nodes[to])
    let phrase =
      switch form {
      case .builds: "builds the subcomponent with the root"
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
    case .optional: self = .optional
    case _ where form.isWeak: self = .weak
    default: self = .provider
    }
  }
}
