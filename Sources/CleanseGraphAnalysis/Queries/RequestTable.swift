package import CleanseGraph

/// A table of the requests in a graph: for each key and component, the bindings that provide it and the
/// bindings that depend on it.
///
/// Replaced bindings have no requests.
package struct RequestTable {
  /// The providers and dependents of one key, as seen from one component.
  package struct Group {
    package let key: Key
    let component: ComponentIndex
    /// The bindings that provide the key, in the order of a collection's elements; empty if it is missing.
    package let providers: [BindingIndex]
    /// The bindings that depend on the key, each once, in the order of declaration. The factory of a
    /// subcomponent depends on that component's root.
    fileprivate(set) var dependents: [BindingIndex] = []
  }

  private(set) package var groups: [Group] = []
  /// For each binding, the groups that it depends on.
  private(set) package var requested: [[Int]]
  /// For each binding, the groups that it is a provider of.
  private(set) package var provided: [[Int]]

  /// The group of the root of the root component.
  package let root: Int

  package init(_ graph: BindingGraph) {
    struct Origin: Hashable {
      let key: Key
      let component: ComponentIndex
    }
    var groups: [Group] = []
    var numbers: [Origin: Int] = [:]
    var provided: [[Int]] = Array(repeating: [], count: graph.bindings.count)
    func number(_ key: Key, from component: ComponentIndex) -> Int {
      let origin = Origin(key: key, component: component)
      if let known = numbers[origin] { return known }
      let providers = graph.bindings(answering: key, from: component).map(\.id)
      for provider in providers { provided[provider.number].append(groups.count) }
      groups.append(Group(key: key, component: component, providers: providers))
      numbers[origin] = groups.count - 1
      return groups.count - 1
    }
    root = number(graph[.root].root, from: .root)
    requested = graph.bindings.map { binding in
      guard !graph.isReplaced(binding) else { return [] }
      var requested: [Int] = []
      var seen: Set<Int> = []
      var keys = binding.requests.map { (key: $0.key, component: binding.component) }
      if let child = binding.subcomponent { keys.append((graph[child].root, child)) }
      for (key, component) in keys {
        let group = number(key, from: component)
        guard seen.insert(group).inserted else { continue }
        requested.append(group)
        groups[group].dependents.append(binding.id)
      }
      return requested
    }
    self.groups = groups
    self.provided = provided
  }

  /// Returns the bindings that depend on a key for which the binding is a provider, sorted by index.
  package func dependents(of binding: Binding) -> [BindingIndex] {
    Set(provided[binding.id.number].flatMap { groups[$0].dependents }).sorted()
  }
}
