internal import CleanseSupport

/// Finds services that can't be started in an order, and those that are used before they are started.
struct ServiceValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    let components = graph.resolution.services.keys.sorted()
    return components.flatMap { component in
      let services = graph.resolution.services[component] ?? []
      return unshared(services, graph) + cycles(services, graph)
        + early(component, Set(services.map(\.binding)), graph)
    }
  }

  /// Services that are not shared: each request would make another one.
  private func unshared(
    _ services: [Resolution.Service], _ graph: BindingGraph
  ) -> [Diagnostic] {
    // A value that replaces a service is always the same one.
    services.filter { $0.role == $0.binding || graph[$0.binding].source != .value }
      .map { graph[$0.binding] }.filter { $0.scope == nil }.map { binding in
        Diagnostic(
          .serviceWithoutScope, .error, "the service \(binding.key) is not shared", on: binding,
          fix: graph.wording(for: binding).sharing)
      }
  }

  /// Services that wait for each other, one finding for each set of them.
  private func cycles(
    _ services: [Resolution.Service], _ graph: BindingGraph
  ) -> [Diagnostic] {
    let order = ServiceOrder(services)
    return StronglyConnectedComponents(of: order).components.map { members in
      let hops = order.cycle(within: Set(members)).map { graph[$0] }
      let names = hops.map(\.key.description)
      return Diagnostic(
        .serviceCycle, .error,
        "services wait for each other: "
          + Abbreviation.names.of(names + names.prefix(1)).joined(separator: " → "),
        on: hops[0],
        notes: zip(hops, names.dropFirst() + names.prefix(1)).map { hop, next in
          Diagnostic.Note("\(hop.key) starts after \(next)", on: hop)
        },
        fix:
          "request one of them as a WeakProvider, or move what both depend on into a separate service",
        arguments: .hops(names))
    }
  }

  /// Values that `build` awaits, and that keep a service: it has not been started when they are made.
  private func early(
    _ component: ComponentIndex, _ services: Set<BindingIndex>, _ graph: BindingGraph
  ) -> [Diagnostic] {
    graph.bindingIndices.filter {
      graph[$0].component == component && graph[$0].isPrepared
        && !graph.resolution.isReplaced[$0.number]
    }.flatMap { index in
      graph.bindingsMade(before: index).filter(services.contains).map { service in
        let (binding, service) = (graph[index], graph[service])
        return Diagnostic(
          .earlyService, .warning,
          "\(binding.key) depends on the service \(service.key), but is made before it starts",
          on: binding,
          notes: [
            Diagnostic.Note("the service is bound here", on: service),
            Diagnostic.Note(
              "build awaits \(binding.key) first, because its factory is asynchronous"),
          ],
          fix:
            "make \(binding.key) in a factory that is not asynchronous, and await what it needs when it "
            + "starts as a service")
      }
    }
  }
}

/// The services of one component and those that each starts after, by position.
private struct ServiceOrder: DependencyGraph {
  private let services: [Resolution.Service]
  private let positions: [BindingIndex: Int]

  init(_ services: [Resolution.Service]) {
    self.services = services
    positions = Dictionary(keepingFirst: services.enumerated().map { ($1.binding, $0) })
  }

  var nodeCount: Int { services.count }

  func dependency(of node: Int, at position: inout Int, isDeferred: inout Bool) -> Int? {
    while position < services[node].predecessors.count {
      position += 1
      // A service that depends on itself is no cycle of services.
      if let next = positions[services[node].predecessors[position - 1]], next != node {
        return next
      }
    }
    return nil
  }

  /// The bindings of a shortest cycle through the first of some services that all reach each other.
  func cycle(within members: Set<Int>) -> [BindingIndex] {
    guard let start = members.min() else { return [] }
    let cycle = shortestCycle(from: start) { node in
      services[node].predecessors.compactMap { positions[$0] }.filter(members.contains)
    }
    return (cycle ?? []).map { services[$0].binding }
  }
}

extension BindingGraph {
  /// The bindings of the same component whose values are made for a value of the binding, through immediate requests.
  fileprivate func bindingsMade(before index: BindingIndex) -> [BindingIndex] {
    var seen: Set<BindingIndex> = [index]
    var open = [index]
    while let next = open.popLast() {
      for (number, answer) in resolution.answers(of: next).enumerated()
      where !answer.isAbsent && answer.levels == 0
        && self[next].requests[number].form.isImmediate && self[next].call == nil
      {
        for dependency in resolution.bindings(of: answer.group)
        where self[dependency].component == self[index].component
          && seen.insert(dependency).inserted
        {
          open.append(dependency)
        }
      }
    }
    return seen.subtracting([index]).sorted()
  }
}
