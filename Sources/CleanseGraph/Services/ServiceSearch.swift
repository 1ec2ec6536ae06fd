/// Finds the services that a service starts after: those that it depends on, directly or through other bindings.
///
/// It follows deferred requests, too: a service can call a provider while it starts. A weak request does not count, so that
/// services can know each other.
struct ServiceSearch {
  private let bindings: [Binding]
  private let resolution: Resolution
  private let component: ComponentIndex
  private let services: Set<BindingIndex>
  /// For each component, whether it is this one or below it.
  private let isInside: [Bool]

  init(
    _ bindings: [Binding], _ components: [BindingGraph.Component], _ resolution: Resolution,
    of component: ComponentIndex
  ) {
    self.bindings = bindings
    self.resolution = resolution
    self.component = component
    services = Set((resolution.services[component] ?? []).map(\.binding))
    var isInside = components.indices.map { $0 == component.number }
    for index in components.indices {
      if let parent = components[index].parent, isInside[parent.number] { isInside[index] = true }
    }
    self.isInside = isInside
  }

  /// The nearest services of the same component that a service depends on, in order.
  ///
  /// - Complexity: Linear in the number of bindings between them.
  func services(neededBy start: BindingIndex) -> [BindingIndex] {
    search(from: start).found.sorted()
  }

  /// The bindings on a shortest path from a service to one of those that it starts after, with both.
  func path(from start: BindingIndex, to end: BindingIndex) -> [BindingIndex] {
    let previous = search(from: start).previous
    return sequence(first: end) { $0 == start ? nil : previous[$0] }.reversed()
  }

  private func search(
    from start: BindingIndex
  ) -> (found: [BindingIndex], previous: [BindingIndex: BindingIndex]) {
    var found: [BindingIndex] = []
    var previous: [BindingIndex: BindingIndex] = [:]
    var seenGroups: Set<GroupIndex> = []
    var queue = [start]
    var position = 0
    func see(_ group: GroupIndex?, from dependent: BindingIndex) {
      guard let group, seenGroups.insert(group).inserted else { return }
      for index in resolution.bindings(of: group)
      where isInside[bindings[index].component.number] && index != start && previous[index] == nil {
        previous[index] = dependent
        if services.contains(index) {
          found.append(index)
        } else {
          queue.append(index)
        }
      }
    }
    while position < queue.count {
      let index = queue[position]
      position += 1
      for (number, answer) in resolution.answers(of: index).enumerated()
      where !answer.isAbsent && !bindings[index].requests[number].form.isWeak {
        see(answer.group, from: index)
      }
      guard let subcomponent = bindings[index].subcomponent else { continue }
      see(resolution.roots[subcomponent.number].group, from: index)
      for service in resolution.services[subcomponent] ?? [] {
        see(resolution.groupsOfBindings[service.binding.number], from: index)
      }
    }
    return (found, previous)
  }
}

extension BindingGraph {
  /// The place of a binding in the order of services; nil if it is not a service, or is replaced.
  package func service(of binding: Binding) -> Resolution.Service? {
    guard binding.service != nil || binding.override != nil else { return nil }
    return resolution.services[binding.component]?.first { $0.binding == binding.id }
  }

  /// The bindings on a shortest path from a service to one that it starts after, with both.
  package func path(
    fromService service: BindingIndex, to predecessor: BindingIndex
  ) -> [BindingIndex] {
    ServiceSearch(bindings, components, resolution, of: bindings[service].component)
      .path(from: service, to: predecessor)
  }
}
