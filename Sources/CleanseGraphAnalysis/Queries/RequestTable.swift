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
    /// The decorator that wraps what these bindings provide; nil for all other dependents.
    let decorator: BindingIndex?
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
      var decorator: BindingIndex?
    }
    var groups: [Group] = []
    var numbers: [Origin: Int] = [:]
    var provided: [[Int]] = Array(repeating: [], count: graph.bindings.count)
    func number(_ origin: Origin, _ answering: () -> [Binding]) -> Int {
      if let known = numbers[origin] { return known }
      let providers = answering().map(\.id)
      for provider in providers { provided[provider.number].append(groups.count) }
      groups.append(
        Group(
          key: origin.key, component: origin.component, decorator: origin.decorator,
          providers: providers))
      numbers[origin] = groups.count - 1
      return groups.count - 1
    }
    func number(_ key: Key, from component: ComponentIndex) -> Int {
      number(Origin(key: key, component: component)) {
        graph.bindings(answering: key, from: component)
      }
    }
    func number(_ request: RequestIndex, of binding: Binding) -> Int {
      guard binding.wraps(request) else {
        return number(binding[request].key, from: binding.component)
      }
      return number(
        Origin(key: binding.key, component: binding.component, decorator: binding.id)
      ) { graph.bindings(answering: request, of: binding) }
    }
    root = number(graph[.root].root, from: .root)
    requested = graph.bindings.map { binding in
      guard !graph.isReplaced(binding) else { return [] }
      var requested: [Int] = []
      var seen: Set<Int> = []
      var all = binding.requestIndices.map { number($0, of: binding) }
      if let child = binding.subcomponent { all.append(number(graph[child].root, from: child)) }
      for group in all {
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
