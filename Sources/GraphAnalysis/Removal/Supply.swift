import CleanseGraph

/// Which plugins ask in vain for something once others have gone, and so would have to go as well.
///
/// That follows from the graph as it is: to take plugins away adds no binding, and what is in effect
/// stays so.
struct Supply {
  /// What several plugins, and nobody else, can answer.
  private struct Need {
    /// How many plugins do.
    let providers: Int
    /// The plugins that can't do without; nothing for the application.
    let dependents: Set<Int?>
  }

  private var needs: [Need] = []
  /// For each plugin, the needs that it is one of the providers of.
  private var provided: [[Int]]

  /// Nothing is known of what plugins ask for.
  init() {
    provided = []
  }

  /// - Parameter plugins: The identifiers of plugins, by whose places they are told.
  init(of graph: BindingGraph, among plugins: [String]) {
    let numbers = Dictionary(
      zip(plugins, plugins.indices), uniquingKeysWith: { first, _ in first })
    provided = Array(repeating: [], count: plugins.count)
    let answers = Answers(graph)
    for (place, group) in answers.groups.enumerated() where !group.places.isEmpty {
      let binding = ([group.component] + graph.ancestors(of: group.component)).flatMap {
        graph.bindings(of: group.key, in: $0)
      }.filter { $0.kind != .optional }
      let providers = Set(binding.map { $0.provenance.origin.flatMap { numbers[$0] } })
      guard !providers.contains(nil) else { continue }
      let isOptional = graph.isOptional(group.key, from: group.component)
      let asking = group.dependents.map { graph.bindings[$0] }.filter { dependent in
        let forms = dependent.requests.filter { $0.key == group.key }.map(\.form)
        return !isOptional || forms.isEmpty || forms.contains { $0 != .optional }
      }
      var dependents = Set(asking.map { $0.provenance.origin.flatMap { numbers[$0] } })
      if place == answers.root { dependents.insert(nil) }
      for provider in providers { if let provider { provided[provider].append(needs.count) } }
      needs.append(Need(providers: providers.count, dependents: dependents))
    }
  }

  /// The plugins that have to go when these do.
  ///
  /// - Returns: Nothing where the application can't do without one of them.
  func starved(by gone: [Int]) -> [Int]? {
    var isGone = Set(gone)
    var left: [Int: Int] = [:]
    var starved: [Int] = []
    var waiting = gone
    while let plugin = waiting.popLast() {
      for number in provided.indices.contains(plugin) ? provided[plugin] : [] {
        let providers = left[number, default: needs[number].providers] - 1
        left[number] = providers
        guard providers == 0 else { continue }
        for dependent in needs[number].dependents {
          guard let dependent else { return nil }
          guard isGone.insert(dependent).inserted else { continue }
          starved.append(dependent)
          waiting.append(dependent)
        }
      }
    }
    return starved
  }
}
