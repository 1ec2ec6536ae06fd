import CleanseGraph

extension Declarations {
  /// Lets each ``LegacyObjectGraph`` request all objects and property injectors that its component
  /// can see, but for what needs the graph itself and for what it would have to await.
  func fillingObjectGraphs(_ implementations: [BindingImplementation]) -> Declarations {
    var declarations = self
    for index in implementations.indices {
      guard case .objectGraph = implementations[index].source else { continue }
      // One after the other: what the graphs before request counts, so that they never need each
      // other in a cycle.
      let graph = BindingGraph(declarations)
      let users = graph.users(of: graph.resolution.groupsOfBindings[index])
      declarations.bindings[index].requests = graph.visibleObjects(from: bindings[index].component)
        .filter { group in
          guard case .binding(let binding) = graph.resolution.groups[group].provider else {
            return !users.contains(group)
          }
          return !users.contains(group) && !graph.bindings[binding].isAwaitedEachTime
        }
        .map { Request(key: graph.resolution.groups[$0].key, form: .throwingProvider) }
    }
    return declarations
  }
}

extension BindingGraph {
  /// The group, and all whose values need its value, however far away. These can't be had from an
  /// object graph that they need themselves.
  fileprivate func users(of group: Int) -> Set<Int> {
    var direct: [[Int]] = Array(repeating: [], count: resolution.groups.count)
    for user in resolution.groups.indices {
      for dependency in dependencies(ofGroup: user) { direct[dependency].append(user) }
    }
    var users: Set<Int> = [group]
    var rest = [group]
    while let next = rest.popLast() {
      for user in direct[next] where users.insert(user).inserted { rest.append(user) }
    }
    return users
  }

  private func dependencies(ofGroup group: Int) -> [Int] {
    let inherited = resolution.groups[group].inherited.map { [$0] } ?? []
    return inherited
      + resolution.effective(of: group).flatMap { binding in
        let strong = resolution.answers(of: binding).enumerated().filter {
          bindings[binding].requests[$0.offset].form != .weakProvider
        }
        let root = bindings[binding].subcomponent.flatMap { resolution.roots[$0].group }
        return strong.compactMap(\.element.group) + (root.map { [$0] } ?? [])
      }
  }

  /// The groups that a component can see of which the static type is a class, or a property injector
  /// of one; of each key the nearest.
  func visibleObjects(from component: Int) -> [Int] {
    var levels: [Int: Int] = [:]
    for (level, component) in ([component] + components(around: component)).enumerated() {
      levels[component] = level
    }
    var nearest: [Key: (group: Int, level: Int)] = [:]
    var order: [Key] = []
    for (index, group) in resolution.groups.enumerated() where !group.isAbsent {
      guard let level = levels[group.component] else { continue }
      if let known = nearest[group.key] {
        guard level < known.level else { continue }
      } else {
        guard LegacyObject(group.key) != nil else { continue }
        order.append(group.key)
      }
      nearest[group.key] = (index, level)
    }
    return order.compactMap { nearest[$0]?.group }
  }
}

extension Binding {
  /// Whether every requester has to await it.
  var isAwaitedEachTime: Bool { effect == .asynchronous && scope == nil }
}
