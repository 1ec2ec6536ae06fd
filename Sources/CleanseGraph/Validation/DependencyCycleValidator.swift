/// Finds cycles of immediate dependencies. A deferred request breaks a cycle: a provider, a
/// function, the factory of a component, or a weak provider.
///
/// A strongly connected set of bindings is one finding, which shows a shortest cycle in it. Once that cycle
/// is broken, the remaining ones are reported.
struct DependencyCycleValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    graph.resolution.immediateCycles.compactMap { members in
      cycle(within: members, graph).map { cycle in finding(cycle.map { graph[$0] }, graph)
      }
    }
  }

  /// A shortest cycle from the member that was declared first back to itself.
  private func cycle(within members: [BindingIndex], _ graph: BindingGraph) -> [BindingIndex]? {
    guard let start = members.first else { return nil }
    let inside = Set(members)
    // The members of a group are reached from the first binding that depends on it.
    var seenGroups: Set<GroupIndex> = []
    return shortestCycle(from: start) { binding in
      graph.immediateGroups(of: binding).filter { seenGroups.insert($0).inserted }
        .flatMap { graph.resolution.bindings(of: $0).filter(inside.contains) }
    }
  }

  private func finding(_ hops: [Binding], _ graph: BindingGraph) -> Diagnostic {
    let names = hops.map(\.key.description)
    return Diagnostic(
      .dependencyCycle, .error,
      "dependency cycle: " + Abbreviation.names.of(names + [names[0]]).joined(separator: " → "),
      on: hops[0],
      notes: zip(hops, names.dropFirst() + [names[0]]).map { hop, next in
        Diagnostic.Note("\(hop.key) depends on \(next)", on: hop)
      },
      fix: fix(hops, graph), arguments: .hops(names))
  }

  private func fix(itself binding: Binding, _ graph: BindingGraph) -> String {
    if binding.kind == .contribution {
      return graph.wording(for: binding).deferring(binding.key, in: binding.key)
    }
    let component = graph[binding.component]
    if component.root == binding.key, binding.provenance.modules.isEmpty {
      return "make a type that holds \(binding.key) the root of \(component.name), and bind "
        + "\(binding.key) in configure(binder:)"
    }
    return "remove the dependency of \(binding.key) on itself; to wrap what another binding "
      + "provides, " + graph.wording(for: binding).decorating(binding.key)
  }

  /// The fix: the dependency where a provider breaks the cycle, preferably on a shared object, because a provider of
  /// an object that is not shared makes another one at each call.
  private func fix(_ hops: [Binding], _ graph: BindingGraph) -> String {
    let steps = Array(zip(hops, hops.dropFirst() + hops.prefix(1)))
    let separation = "move what both depend on into a separate type"
    // A provider does not help an element that depends on its own collection, or a binding on itself.
    let plain = steps.filter { !$0.key.isQualified && !$1.key.isQualified }
    let step = plain.first { $1.scope != nil } ?? plain.first ?? steps.first
    guard hops.count > 1, let (requester, dependency) = step else {
      return hops.count == 1 ? fix(itself: hops[0], graph) : separation
    }
    return graph.wording(for: requester).deferring(dependency.key, in: requester.key)
      + ", or \(separation)"
  }
}

extension BindingGraph {
  /// The groups that a binding depends on while its value is made.
  fileprivate func immediateGroups(of binding: BindingIndex) -> [GroupIndex] {
    guard !resolution.isReplaced[binding.number] else { return [] }
    return resolution.answers(of: binding).enumerated().compactMap { number, answer in
      let form = self[binding].requests[number].form
      guard !answer.isAbsent, !form.isWeak, !self[binding].isDeferred(form) else {
        return nil
      }
      return answer.group
    }
  }
}
