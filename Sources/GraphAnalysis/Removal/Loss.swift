public import CleanseGraph

/// A key whose bindings change when plugins go.
public struct Loss: Encodable, Sendable {
  /// What is left for those who ask for the key.
  public enum Outcome: String, Encodable, Sendable {
    /// Nothing binds the key any more.
    case missing
    /// Nothing binds it, and those who ask get nothing.
    case absent
    /// The collection has fewer contributions.
    case fewer
    /// Another binding is in effect.
    case replaced
  }

  /// The key, as one would write it.
  public let key: String
  /// The component whose bindings request it.
  public let component: String
  /// What is left.
  public let outcome: Outcome
  /// What goes.
  public let lost: [BindingReference]
  /// What answers then.
  public let then: [BindingReference]
  /// Those among the rest who ask for it.
  public let dependents: [BindingReference]
  /// For a collection: the contributions before and after.
  public let contributions: [Int]?

  /// What those who stay lose, in the order of the graph.
  public static func all(
    without removed: Set<String>, from graph: BindingGraph, to rest: BindingGraph
  )
    -> [Loss]
  {
    let answers = Answers(graph)
    let components = graph.places(in: rest)
    func isLost(_ place: Int) -> Bool {
      graph.bindings[place].provenance.origin.map(removed.contains) ?? false
    }
    return answers.groups.enumerated().compactMap { number, group -> Loss? in
      let lost = group.places.filter(isLost)
      let dependents = group.dependents.filter { !isLost($0) }
      guard !lost.isEmpty, !dependents.isEmpty || number == answers.root,
        let component = components[group.component]
      else { return nil }
      let then = rest.bindings(answering: group.key, from: component)
      return Loss(
        group, lost.map { graph.bindings[$0] }, then, dependents.map { graph.bindings[$0] }, graph,
        rest
      )
    }
  }

  private init(
    _ group: Answers.Group, _ lost: [Binding], _ then: [Binding], _ dependents: [Binding],
    _ graph: BindingGraph, _ rest: BindingGraph
  ) {
    key = group.key.description
    component = graph.components[group.component].name
    let before = group.places.map { graph.bindings[$0] }
    if then.isEmpty {
      let forms = dependents.flatMap(\.requests).filter { $0.key == group.key }.map(\.form)
      let isOptional =
        !forms.isEmpty && forms.allSatisfy { $0 == .optional }
        && graph.isOptional(group.key, from: group.component)
      outcome = isOptional ? .absent : .missing
    } else {
      let isCollection = (before + then).allSatisfy(\.kind.isPartOfCollection)
      outcome = isCollection && then.count < before.count ? .fewer : .replaced
    }
    self.lost = lost.map { BindingReference($0, in: graph) }
    self.then = then.map { BindingReference($0, in: rest) }
    self.dependents = dependents.map { BindingReference($0, in: graph) }
    contributions =
      outcome == .fewer
      ? [before, then].map { $0.count { $0.kind == .contribution } } : nil
  }

  /// What is left, in a few words.
  public var phrase: String {
    switch outcome {
    case .missing: return "nothing binds it"
    case .absent: return "nothing, as it is optional"
    case .fewer:
      guard let contributions, contributions.count == 2 else { return "fewer contributions" }
      return "\(contributions[1]) of \(contributions[0]) contributions"
    case .replaced:
      return then.count == 1
        ? then[0].phrase
        : "\(then.count) bindings of "
          + BindingReference.owners(then)
    }
  }
}

extension BindingGraph {
  /// The places that the components have in a graph that has lost some of them.
  fileprivate func places(in rest: BindingGraph) -> [Int: Int] {
    var left: [[String]: [Int]] = [:]
    for place in rest.components.indices.reversed() {
      left[rest.path(of: place), default: []].append(place)
    }
    var places: [Int: Int] = [:]
    for place in components.indices { places[place] = left[path(of: place)]?.popLast() }
    return places
  }

  /// The names of the component and of those around it.
  private func path(of component: Int) -> [String] {
    ([component] + ancestors(of: component)).map { components[$0].name }
  }
}
