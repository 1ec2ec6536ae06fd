@testable import CleanseGraph
@testable import CleanseGraphAnalysis

/// Islands as they are defined, one pair of plugins after the other, from the public questions that a graph answers.
struct IslandOracle {
  let graph: BindingGraph
  /// The application is nil.
  private let units: [String?]

  init(_ graph: BindingGraph) {
    self.graph = graph
    var units: [String?] = [nil]
    for binding in graph.bindings {
      if let origin = binding.provenance.origin, !units.contains(origin) { units.append(origin) }
    }
    self.units = units
  }

  /// The sets of plugins, and whether the application is in each; in the order of their first plugins.
  func islands() -> [Islands.Island] {
    let used = units.map(used)
    var tied = units.indices.map { left in
      units.indices.map { right in
        left == right || areTied(left, right, used) || areTied(right, left, used)
      }
    }
    for middle in units.indices {
      for left in units.indices where tied[left][middle] {
        for right in units.indices where tied[middle][right] { tied[left][right] = true }
      }
    }
    return units.indices.dropFirst().filter { unit in
      !(1..<unit).contains { tied[unit][$0] }
    }.map { first in
      Islands.Island(
        plugins: units.indices.dropFirst().filter { tied[first][$0] }.compactMap { units[$0] },
        hasApplication: tied[first][0])
    }
  }

  private func areTied(_ left: Int, _ right: Int, _ used: [Set<Int>]) -> Bool {
    if let plugin = units[right],
      used[left].contains(where: { graph.bindings[$0].provenance.origin == plugin })
    {
      return true
    }
    if used[left].intersection(used[right]).contains(where: { isShared(graph.bindings[$0]) }) {
      return true
    }
    guard let one = units[left], let other = units[right] else { return false }
    return graph.bindings.contains { override in
      override.override != nil && override.provenance.origin == one
        && competitors(of: override).contains { $0.provenance.origin == other }
    }
      || graph.bindings.contains { third in
        // Both are replaced by, or compete with, the override of any plugin.
        third.override != nil && third.provenance.origin != nil
          && competitors(of: third).contains { $0.provenance.origin == one }
          && competitors(of: third).contains { $0.provenance.origin == other }
      }
  }

  /// The other bindings of the key in the same component, without decorators, and those of the nearest ancestor with any.
  private func competitors(of override: Binding) -> [Binding] {
    let own = graph.bindings(of: override.key, in: override.component)
    let above = graph.ancestors(of: override.component).lazy
      .map { graph.bindings(of: override.key, in: $0) }.first {
        $0.contains { $0.kind != .optional }
      }
    return (own + (above ?? [])).filter { $0.kind != .decorator }
  }

  private func isShared(_ binding: Binding) -> Bool {
    guard binding.provenance.origin == nil, !binding.isPerProcess else { return false }
    if binding.source == .provider { return true }
    if binding.source == .value { return binding.key.isClass }
    guard binding.component == .root, binding.scope != nil else { return false }
    guard binding.kind == .decorator else { return true }
    // It is shared as what it wraps is, and then that is the shared instance.
    return binding.requestIndices.allSatisfy { request in
      !binding.wraps(request)
        || graph.bindings(answering: request, of: binding).allSatisfy { $0.scope == nil }
    }
  }

  /// What a unit uses in its process: its own bindings, those of the application that these use, and the bindings of others at
  /// which that ends.
  private func used(by unit: String?) -> Set<Int> {
    var used: Set<Int> = []
    for binding in graph.bindings where isStart(binding, of: unit) { use(binding, by: unit, &used) }
    guard unit == nil else { return used }
    for root in graph.bindings(answering: graph.components[0].root) { use(root, by: unit, &used) }
    return used
  }

  private func isStart(_ binding: Binding, of unit: String?) -> Bool {
    guard !graph.isReplaced(binding) else { return false }
    if let origin = binding.provenance.origin { return origin == unit }
    let isService = graph.service(of: binding) != nil && binding.component == .root
    return isService && (unit == nil || binding.isPerProcess)
  }

  private func use(_ binding: Binding, by unit: String?, _ used: inout Set<Int>) {
    guard used.insert(binding.id.number).inserted,
      binding.provenance.origin == nil || binding.provenance.origin == unit
    else { return }
    for request in binding.requestIndices {
      var providers = graph.bindings(answering: request, of: binding)
      if binding.provenance.origin == nil, collectsInEachProcess(providers) {
        providers.removeAll { $0.provenance.origin != nil }
      }
      for provider in providers { use(provider, by: unit, &used) }
    }
    guard let subcomponent = binding.subcomponent else { return }
    for root in graph.bindings(answering: graph[subcomponent].root, from: subcomponent) {
      use(root, by: unit, &used)
    }
    for service in graph.bindings
    where service.component == subcomponent && graph.service(of: service) != nil {
      use(service, by: unit, &used)
    }
  }

  /// Whether these are, or wrap, the contributions to a collection of which each process has its own.
  private func collectsInEachProcess(_ providers: [Binding]) -> Bool {
    let isDeclared = providers.contains {
      $0.kind == .declaration && $0.isPerProcess && $0.provenance.origin == nil
    }
    if isDeclared { return true }
    return providers.contains { provider in
      provider.requestIndices.contains { request in
        provider.wraps(request)
          && collectsInEachProcess(graph.bindings(answering: request, of: provider))
      }
    }
  }
}
