import CleanseGraph

extension Declarations {
  /// Adds the requests of each ``LegacyObjectGraph``: all objects and property injectors that are visible to
  /// its component, except those that depend on the object graph itself and those that would have to be
  /// awaited.
  func fillingObjectGraphs(_ implementations: [BindingImplementation]) -> Declarations {
    var declarations = self
    for index in implementations.indices {
      guard case .objectGraph = implementations[index].source else { continue }
      // One object graph after the other: the requests of the previous ones count, so that object graphs never
      // depend on each other in a cycle.
      let graph = BindingGraph(declarations)
      let users = graph.users(of: graph.resolution.groupsOfBindings[index])
      declarations.bindings[index].requests = graph.visibleObjects(from: bindings[index].component)
        .filter { group in
          guard case .binding(let binding) = graph.resolution.groups[group].provider else {
            return !users.contains(group)
          }
          return !users.contains(group) && !graph[binding].isAwaitedEachTime
        }
        .map { Request(key: graph.resolution.groups[$0].key, form: .throwingProvider) }
    }
    return declarations
  }
}

extension BindingGraph {
  /// Returns the group and all groups that directly or indirectly depend on it. An object graph can't provide
  /// its own dependents.
  fileprivate func users(of group: GroupIndex) -> Set<GroupIndex> {
    var direct: [[GroupIndex]] = Array(repeating: [], count: resolution.groups.count)
    for user in resolution.groupIndices {
      for dependency in dependencies(of: user) { direct[dependency.number].append(user) }
    }
    var users: Set<GroupIndex> = [group]
    var rest = [group]
    while let next = rest.popLast() {
      for user in direct[next.number] where users.insert(user).inserted { rest.append(user) }
    }
    return users
  }

  private func dependencies(of group: GroupIndex) -> [GroupIndex] {
    let inherited = resolution.groups[group].inherited.map { [$0] } ?? []
    return inherited
      + resolution.effective(of: group).flatMap { binding in
        let root = self[binding].subcomponent.flatMap { resolution.roots[$0.number].group }
        return resolution.answers(of: binding).compactMap(\.group) + (root.map { [$0] } ?? [])
      }
  }

  /// Returns the groups visible to a component whose static type is a class or a property injector of a
  /// class. For each key, it is the group of the nearest component.
  func visibleObjects(from component: ComponentIndex) -> [GroupIndex] {
    var levels: [ComponentIndex: Int] = [:]
    for (level, component) in ([component] + ancestors(of: component)).enumerated() {
      levels[component] = level
    }
    var nearest: [Key: (group: GroupIndex, level: Int)] = [:]
    var order: [Key] = []
    for index in resolution.groupIndices where !resolution.groups[index].isAbsent {
      let group = resolution.groups[index]
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
  /// Whether each request has to be awaited.
  var isAwaitedEachTime: Bool { effect == .asynchronous && scope == nil }
}
