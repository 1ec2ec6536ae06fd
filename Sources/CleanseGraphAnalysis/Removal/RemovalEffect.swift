public import CleanseGraph

/// The effect of removing plugins on the bindings of one key.
public struct RemovalEffect: Encodable, Sendable {
  /// What remains for the dependents of the key.
  public enum Outcome: String, Encodable, Sendable {
    /// The key has no binding left, and a dependent requires it.
    case missing
    /// The key has no binding left, and all dependents request it as optional.
    case absent
    /// The collection has fewer contributions.
    case fewer
    /// Another binding is in effect.
    case replaced
  }

  /// The display name of the key.
  public let key: String
  /// The component whose bindings request it.
  public let component: String
  /// What remains.
  public let outcome: Outcome
  /// The removed bindings.
  public let removed: [BindingReference]
  /// The bindings that provide the key afterwards.
  public let remaining: [BindingReference]
  /// The remaining dependents of the key.
  public let dependents: [BindingReference]
  /// For a collection: the number of contributions before and after.
  public let contributions: [Int]?

  /// Returns the effects on the remaining plugins and the application, in the order of the graph.
  ///
  /// - Parameters:
  ///   - removed: The identifiers of the removed plugins.
  ///   - graph: The graph with the plugins.
  ///   - rest: The graph without them.
  public static func all(
    without removed: Set<String>, from graph: BindingGraph, to rest: BindingGraph
  )
    -> [RemovalEffect]
  {
    let table = RequestTable(graph)
    let components = graph.componentIndices(in: rest)
    func isRemoved(_ binding: BindingIndex) -> Bool {
      graph[binding].provenance.origin.map(removed.contains) ?? false
    }
    return table.groups.enumerated().compactMap { number, group -> RemovalEffect? in
      let lost = group.providers.filter(isRemoved)
      let dependents = group.dependents.filter { !isRemoved($0) }
      guard !lost.isEmpty, !dependents.isEmpty || number == table.root,
        let component = components[group.component]
      else { return nil }
      let remaining =
        group.decorator.map { graph[$0].wrapped(in: rest, component) }
        ?? rest.bindings(answering: group.key, from: component)
      return RemovalEffect(
        group, lost.map { graph[$0] }, remaining, dependents.map { graph[$0] },
        graph, rest
      )
    }
  }

  private init(
    _ group: RequestTable.Group, _ removed: [Binding], _ remaining: [Binding],
    _ dependents: [Binding], _ graph: BindingGraph, _ rest: BindingGraph
  ) {
    key = group.key.description
    component = graph[group.component].name
    let before = group.providers.map { graph[$0] }
    if remaining.isEmpty {
      let forms = dependents.flatMap(\.requests).filter { $0.key == group.key }.map(\.form)
      let isOptional =
        !forms.isEmpty && forms.allSatisfy(\.allowsAbsence)
        && graph.isOptional(group.key, from: group.component)
      outcome = isOptional ? .absent : .missing
    } else {
      let isCollection = (before + remaining).allSatisfy(\.kind.isPartOfCollection)
      outcome = isCollection && remaining.count < before.count ? .fewer : .replaced
    }
    self.removed = removed.map { BindingReference($0, in: graph) }
    self.remaining = remaining.map { BindingReference($0, in: rest) }
    self.dependents = dependents.map { BindingReference($0, in: graph) }
    contributions =
      outcome == .fewer
      ? [before, remaining].map { $0.count { $0.kind == .contribution } } : nil
  }

  /// What remains, in a few words.
  public var phrase: String {
    switch outcome {
    case .missing: return "no binding"
    case .absent: return "no binding (optional)"
    case .fewer:
      guard let contributions, contributions.count == 2 else { return "fewer contributions" }
      return "\(contributions[1]) of \(contributions[0]) contributions"
    case .replaced:
      return remaining.count == 1
        ? remaining[0].phrase
        : "\(remaining.count) bindings of "
          + BindingReference.owners(remaining)
    }
  }
}

extension Binding {
  /// What a decorator wraps in a graph that lacks some of the bindings of its own graph.
  fileprivate func wrapped(in rest: BindingGraph, _ component: ComponentIndex) -> [Binding] {
    let decorator = rest.bindings(of: key, in: component).first {
      $0.kind == .decorator && $0.provenance == provenance && $0.location == location
    }
    guard let decorator, let request = decorator.requestIndices.first(where: decorator.wraps) else {
      return []
    }
    return rest.bindings(answering: request, of: decorator)
  }
}

extension BindingGraph {
  /// Maps the indices of the components to those in a graph that lacks some of them.
  fileprivate func componentIndices(in rest: BindingGraph) -> [ComponentIndex: ComponentIndex] {
    var remaining: [[String]: [ComponentIndex]] = [:]
    for index in rest.componentIndices.reversed() {
      remaining[rest.path(of: index), default: []].append(index)
    }
    var indices: [ComponentIndex: ComponentIndex] = [:]
    for index in componentIndices { indices[index] = remaining[path(of: index)]?.popLast() }
    return indices
  }

  /// The names of the component and its ancestors.
  private func path(of component: ComponentIndex) -> [String] {
    ([component] + ancestors(of: component)).map { self[$0].name }
  }
}
