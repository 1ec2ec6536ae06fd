@testable import CleanseGraph

extension GraphPlan {
  /// Removes what the rules forbid, so that the plan is valid.
  mutating func fix() {
    // A seed can't be removed, and comes first.
    for duplicate in PlanOracle(self).rules.duplicates { duplicate.bindings.forEach { remove($0) } }
    for conflict in PlanOracle(self).rules.conflicts { conflict.bindings.forEach { remove($0) } }
    while true {
      let oracle = PlanOracle(self)
      let missing = oracle.missing
      let wrong = missing.isEmpty ? oracle.cycleClosing : missing
      guard !wrong.isEmpty else { break }
      for (id, requests) in Dictionary(grouping: wrong, by: \.binding) {
        let indices = Set(requests.map(\.request))
        if indices.contains(where: { oracle.wraps(id, request: $0) }) {
          // A decorator has to request what it wraps.
          remove(id)
        } else if indices.contains(-1) {
          bindings[id].requests.removeLast(min(1, bindings[id].requests.count))
        } else {
          bindings[id].requests = bindings[id].requests.enumerated()
            .filter { !indices.contains($0.offset) }.map(\.element)
        }
      }
    }
    fixEffects()
  }

  /// Makes every request and factory handle its effects.
  private mutating func fixEffects() {
    while true {
      let oracle = PlanOracle(self)
      let faults = PlanEffects(oracle).faults
      guard !faults.isEmpty else { return }
      for fault in faults {
        switch fault.kind {
        case .request(let request):
          handle(fault.binding, request, propagating: fault.propagated, oracle)
        case .factory: bindings[fault.binding].limitEffect(to: fault.allowed)
        case .component:
          bindings[fault.binding].limitEffect(to: fault.allowed)
          let effects = PlanEffects(oracle)
          for request in bindings[fault.binding].requests.indices {
            let dependencies = oracle.dependencies(fault.binding, request: request)
            let propagated = effects.propagated(by: dependencies)
            if let propagated { handle(fault.binding, request, propagating: propagated, oracle) }
          }
        }
      }
    }
  }

  /// Changes the request to a form that handles the effect.
  private mutating func handle(
    _ id: Int, _ request: Int, propagating effect: Effect, _ oracle: PlanOracle
  ) {
    guard
      case .found(let key, _, _) = oracle.answer(request, of: id)
    else { return }
    bindings[id].requests[request] = Request(
      key: key, form: effect == .asynchronous ? .awaiting : .throwing)
  }

  /// Makes cyclic values unshared.
  mutating func unshareCyclicValues() {
    for id in PlanOracle(self).cyclicValues {
      bindings[id].isShared = false
      guard bindings[id].isDecorator else { continue }
      // It is shared if what it wraps is.
      for other in bindings.indices
      where bindings[other].key == bindings[id].key
        && bindings[other].component == bindings[id].component
      { bindings[other].isShared = false }
    }
  }

  mutating func remove(_ id: Int) {
    let component = bindings[id].component
    for part in components[component].parts.indices {
      components[component].parts[part].removeAll { item in
        if case .bind(id) = item { true } else { false }
      }
    }
  }

  /// Limits each instance to some dozens of immediate dependencies, as a graph without shared bindings
  /// grows without limit otherwise.
  mutating func limitCost() {
    let oracle = PlanOracle(self)
    let effects = PlanEffects(oracle)
    var costs: [Int: Int] = [:]
    func cost(_ id: Int) -> Int {
      if let known = costs[id] { return known }
      costs[id] = 1
      for request in bindings[id].requests.indices where bindings[id].requests[request].isEager {
        let dependencies = oracle.dependencies(id, request: request)
        let added = dependencies.map(cost).reduce(0, +)
        if costs[id, default: 0] + added > 40, bindings[id].key.shape != .root {
          if let propagated = effects.propagated(by: dependencies) {
            handle(id, request, propagating: propagated, oracle)
          } else {
            bindings[id].requests[request].form = .function
          }
        } else {
          costs[id, default: 0] += added
        }
      }
      return costs[id] ?? 1
    }
    oracle.inEffect.forEach { _ = cost($0) }
  }

  /// The smallest plan found that still fails.
  func shrunk(while fails: (GraphPlan) async -> Bool) async -> GraphPlan {
    var plan = self
    func keep(_ change: (inout GraphPlan) -> Void) async {
      var smaller = plan
      change(&smaller)
      if await fails(smaller) { plan = smaller }
    }
    // Repeats, as a binding can be removed once it has no dependents.
    for _ in 0..<3 {
      for id in bindings.indices {
        for request in plan.bindings[id].requests.indices.reversed() {
          await keep { $0.bindings[id].requests.remove(at: request) }
        }
      }
      for id in bindings.indices.reversed() {
        await keep { $0.remove(id) }
        await keep { $0.bindings[id].limitEffect(to: nil) }
        await keep { $0.bindings[id].fails = false }
        await keep { $0.bindings[id].override = nil }
      }
      for component in components.indices {
        for part in components[component].parts.indices {
          for index in plan.components[component].parts[part].indices.reversed() {
            if case .bind = plan.components[component].parts[part][index] { continue }
            await keep { $0.components[component].parts[part].remove(at: index) }
          }
        }
      }
    }
    return plan
  }
}

extension GraphPlan.Binding {
  /// Limits the factory's effect to the allowed one.
  mutating func limitEffect(to allowed: Effect?) {
    guard !effect.isWithin(allowed) else { return }
    effect = allowed
    if allowed == nil { fails = false }
  }
}
