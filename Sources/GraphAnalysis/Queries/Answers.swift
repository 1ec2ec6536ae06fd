package import CleanseGraph

/// What answers what in a graph, and who asks, found once for all questions about the graph.
///
/// It tells bindings by their places in the graph. An override that is not in effect and what is
/// replaced ask for nothing.
package struct Answers {
  /// What answers one key for those who ask from one component.
  package struct Group {
    package let key: Key
    /// The place of the component.
    let component: Int
    /// What answers, in the order in which a collection has it; empty for what is missing.
    package let places: [Int]
    /// Those that ask, each once, in the order of declaration. The factory of an inner component asks
    /// for that component's root.
    fileprivate(set) var dependents: [Int] = []
  }

  private(set) package var groups: [Group] = []
  /// For each binding, the groups that it asks.
  private(set) package var asked: [[Int]]
  /// For each binding, the groups that it stands in.
  private(set) package var answering: [[Int]]

  /// The group of the root of the root component.
  package let root: Int

  package init(_ graph: BindingGraph) {
    struct Place: Hashable {
      let key: Key
      let component: Int
    }
    var groups: [Group] = []
    var numbers: [Place: Int] = [:]
    var answering: [[Int]] = Array(repeating: [], count: graph.bindings.count)
    func number(_ key: Key, from component: Int) -> Int {
      let place = Place(key: key, component: component)
      if let known = numbers[place] { return known }
      let places = graph.bindings(answering: key, from: component).map(\.id)
      for place in places { answering[place].append(groups.count) }
      groups.append(Group(key: key, component: component, places: places))
      numbers[place] = groups.count - 1
      return groups.count - 1
    }
    root = number(graph.components[0].root, from: 0)
    asked = graph.bindings.map { binding in
      guard !graph.isReplaced(binding) else { return [] }
      var asked: [Int] = []
      var seen: Set<Int> = []
      var keys = binding.requests.map { (key: $0.key, component: binding.component) }
      if let inner = binding.subcomponent { keys.append((graph.components[inner].root, inner)) }
      for (key, component) in keys {
        let group = number(key, from: component)
        guard seen.insert(group).inserted else { continue }
        asked.append(group)
        groups[group].dependents.append(binding.id)
      }
      return asked
    }
    self.groups = groups
    self.answering = answering
  }

  /// Those that ask for what the binding is a part of.
  package func dependents(of binding: Binding) -> [Int] {
    Set(answering[binding.id].flatMap { groups[$0].dependents }).sorted()
  }
}
