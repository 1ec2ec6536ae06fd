import CleanseGraph

/// A service of a component, as it was linked.
struct LinkedService: Sendable {
  let key: Key
  let provenance: Provenance
  let settings: ServiceSettings
  /// The positions of the services that have to be ready before it starts.
  let predecessors: [Int]
  let make: @Sendable (Context) throws -> ServiceInstance
}

extension Linker {
  /// Returns the services of a component, whose groups are linked or are members of the cycle that is being linked.
  func services(of component: Int) -> [LinkedService] {
    let services = resolution.services[component] ?? []
    let positions = Dictionary(
      services.enumerated().map { ($1.binding, $0) }, uniquingKeysWith: { first, _ in first })
    return services.compactMap { service in
      let binding = graph.bindings[service.binding]
      guard let settings = binding.service,
        let hooks = recording.implementations[service.binding].service
      else { return nil }
      let provider = linked(group: resolution.groupsOfBindings[service.binding], levels: 0)
      return LinkedService(
        key: binding.key, provenance: binding.provenance, settings: settings,
        predecessors: service.predecessors.compactMap { positions[$0] },
        make: hooks.instance(from: provider, recording.guest))
    }
  }
}
