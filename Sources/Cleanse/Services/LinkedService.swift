import CleanseGraph

/// A service of a component, as it was linked.
struct LinkedService: Sendable {
  let key: Key
  let provenance: Provenance
  let settings: ServiceSettings
  /// The positions of the services that have to be ready before it starts.
  let predecessors: [Int]
  let make: @Sendable (Context) throws -> ServiceInstance

  /// Returns the positions of services in an order in which each follows its predecessors.
  ///
  /// - Throws: A ``ServiceOrderError`` if services wait for each other.
  static func order(of services: [Self]) throws(ServiceOrderError) -> [Int] {
    var successors: [[Int]] = Array(repeating: [], count: services.count)
    var missing = services.map(\.predecessors.count)
    for (index, service) in services.enumerated() {
      for predecessor in service.predecessors { successors[predecessor].append(index) }
    }
    var order = services.indices.filter { missing[$0] == 0 }
    var position = 0
    while position < order.count {
      for successor in successors[order[position]] {
        missing[successor] -= 1
        if missing[successor] == 0 { order.append(successor) }
      }
      position += 1
    }
    guard order.count == services.count else {
      throw ServiceOrderError(
        services: services.indices.filter { missing[$0] > 0 }.map { services[$0].key })
    }
    return order
  }
}

extension Linker {
  /// Links some services of the root component, and nothing else but what they depend on.
  ///
  /// - Returns: These services, of which each starts after those among them that it depends on.
  func linkServices(
    where isIncluded: (Binding) -> Bool
  ) throws(Failure) -> [LinkedService] {
    for service in resolution.services[.root] ?? [] where isIncluded(graph[service.binding]) {
      _ = try link(group: resolution.groupsOfBindings[service.binding.number])
    }
    return services(of: .root, where: isIncluded)
  }

  /// Returns the services of a component, whose groups are linked or are members of the cycle that is being linked.
  func services(
    of component: ComponentIndex, where isIncluded: (Binding) -> Bool = { _ in true }
  ) -> [LinkedService] {
    let services = (resolution.services[component] ?? []).filter { isIncluded(graph[$0.binding]) }
    let positions = Dictionary(
      services.enumerated().map { ($1.binding, $0) }, uniquingKeysWith: { first, _ in first })
    return services.compactMap { service in
      let binding = graph[service.binding]
      guard let settings = graph[service.role].service,
        let hooks = recording.implementations[service.role.number].service
      else { return nil }
      let provider = linked(group: resolution.groupsOfBindings[service.binding.number], levels: 0)
      return LinkedService(
        key: binding.key, provenance: binding.provenance, settings: settings,
        predecessors: service.predecessors.compactMap { positions[$0] },
        make: hooks.instance(from: provider, recording.guest))
    }
  }
}

/// Services that wait for each other, in a component whose validation is turned off.
struct ServiceOrderError: Error, CustomStringConvertible {
  let services: [Key]

  var description: String {
    "services wait for each other: \(services.map(\.description).joined(separator: ", "))"
  }
}
