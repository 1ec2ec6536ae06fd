internal import CleanseSupport

extension Resolver {
  /// Finds the services of each component.
  mutating func findServices() {
    for index in bindingIndices where bindings[index].service != nil {
      guard let service = service(declaredBy: index) else { continue }
      let component = bindings[index].component
      // One override can replace several services.
      if service != index,
        result.services[component]?.contains(where: { $0.binding == service }) == true
      {
        continue
      }
      result.services[component, default: []].append(
        Resolution.Service(binding: service, role: index))
    }
  }

  /// The service that a binding declares: it, or the override of a service in Swift, whose functions take any value of the
  /// type. Those of a plugin in C take what its own factory makes.
  private func service(declaredBy index: BindingIndex) -> BindingIndex? {
    guard result.isReplaced[index.number] else { return index }
    guard !bindings[index].hasSignature,
      let override = result.groups[result.groupsOfBindings[index.number]].binding,
      bindings[override].override != nil, bindings[override].service == nil
    else { return nil }
    return override
  }

  /// Finds the services that each service starts after, and its stage.
  mutating func orderServices() {
    for (component, services) in result.services {
      let search = ServiceSearch(bindings, components, result, of: component)
      var ordered = services
      for index in services.indices {
        ordered[index].predecessors = search.services(neededBy: services[index].binding)
      }
      result.services[component] = Self.staged(ordered)
    }
  }

  /// Sets the stages: services whose predecessors all have one get the next, until none is left but cycles.
  private static func staged(_ services: [Resolution.Service]) -> [Resolution.Service] {
    var services = services
    let positions = Dictionary(keepingFirst: services.enumerated().map { ($1.binding, $0) })
    var successors: [[Int]] = Array(repeating: [], count: services.count)
    for (index, service) in services.enumerated() {
      for predecessor in service.predecessors.compactMap({ positions[$0] }) {
        successors[predecessor].append(index)
      }
    }
    var missing = services.map(\.predecessors.count)
    var current = services.indices.filter { missing[$0] == 0 }
    var stage = 1
    while !current.isEmpty {
      var next: [Int] = []
      for index in current {
        services[index].stage = stage
        for successor in successors[index] {
          missing[successor] -= 1
          if missing[successor] == 0 { next.append(successor) }
        }
      }
      current = next
      stage += 1
    }
    return services
  }
}
