import CleanseGraph

/// Finds the plugins whose requests are unsatisfied once others are removed, and which then have to be
/// removed as well.
///
/// The graph as it is suffices for that: removing plugins adds no binding, and bindings in effect stay in
/// effect.
struct Supply {
  /// A key that only plugins provide.
  private struct Demand {
    /// The number of plugins that provide it.
    let providers: Int
    /// The plugins that require it; nil stands for the application.
    let dependents: Set<Int?>
  }

  private var demands: [Demand] = []
  /// For each plugin, the demands that it is a provider of.
  private var provided: [[Int]]

  /// Creates an empty supply, without any demands.
  init() {
    provided = []
  }

  /// - Parameter plugins: The identifiers of the plugins. Their indices represent them.
  init(of graph: BindingGraph, among plugins: [String]) {
    let numbers = Dictionary(
      zip(plugins, plugins.indices), uniquingKeysWith: { first, _ in first })
    provided = Array(repeating: [], count: plugins.count)
    let table = RequestTable(graph)
    for (number, group) in table.groups.enumerated() where !group.providers.isEmpty {
      let binding = ([group.component] + graph.ancestors(of: group.component)).flatMap {
        graph.bindings(of: group.key, in: $0)
      }.filter { $0.kind != .optional && $0.kind != .decorator }
      let providers = Set(binding.map { $0.provenance.origin.flatMap { numbers[$0] } })
      guard !providers.contains(nil) else { continue }
      let isOptional = graph.isOptional(group.key, from: group.component)
      let requiring = group.dependents.map { graph[$0] }.filter { dependent in
        let forms = dependent.requests.filter { $0.key == group.key }.map(\.form)
        return !isOptional || forms.isEmpty || forms.contains { !$0.allowsAbsence }
      }
      var dependents = Set(requiring.map { $0.provenance.origin.flatMap { numbers[$0] } })
      if number == table.root { dependents.insert(nil) }
      for provider in providers { if let provider { provided[provider].append(demands.count) } }
      demands.append(Demand(providers: providers.count, dependents: dependents))
    }
  }

  /// Returns the plugins whose requests are unsatisfied without these.
  ///
  /// - Returns: The further plugins to remove, or nil if the application requires one of them.
  func unsatisfied(without removed: [Int]) -> [Int]? {
    var isRemoved = Set(removed)
    var remaining: [Int: Int] = [:]
    var unsatisfied: [Int] = []
    var waiting = removed
    while let plugin = waiting.popLast() {
      for number in provided.indices.contains(plugin) ? provided[plugin] : [] {
        let providers = remaining[number, default: demands[number].providers] - 1
        remaining[number] = providers
        guard providers == 0 else { continue }
        for dependent in demands[number].dependents {
          guard let dependent else { return nil }
          guard isRemoved.insert(dependent).inserted else { continue }
          unsatisfied.append(dependent)
          waiting.append(dependent)
        }
      }
    }
    return unsatisfied
  }
}
