/// Says of a plan what its graph has to do, from the documented rules alone.
struct PlanOracle {
  enum Answer: Equatable {
    case missing
    /// An optional that is declared, with nothing bound.
    case absent
    case found(key: GraphPlan.Key, form: GraphPlan.Form, bindings: [Int])
  }

  let plan: GraphPlan
  /// The bindings that are recorded.
  private(set) var recorded: [Int] = []
  /// Those of them that no override takes the place of.
  private(set) var inEffect: [Int] = []
  private(set) var rules: ScopeRules<GraphPlan.Key>

  init(_ plan: GraphPlan) {
    self.plan = plan
    rules = ScopeRules(parents: plan.components.map(\.parent))
    for component in plan.components.indices {
      for (item, override) in plan.recordedItems(in: component) {
        switch item {
        case .bind(let id):
          recorded.append(id)
          rules.add(
            id, Self.role(of: plan.bindings[id], in: override), of: plan.bindings[id].key,
            in: component)
        case .declareCollection(let key, _): rules.declareCollection(key, in: component)
        case .declareOptional(let key): rules.declareOptional(key, in: component)
        case .include, .installAgain: break
        }
      }
    }
    let replaced = rules.replaced
    inEffect = recorded.filter { !replaced.contains($0) }
  }

  /// - Parameter override: The place among overrides that the module around the binding gives it.
  private static func role(
    of binding: GraphPlan.Binding, in override: Int?
  ) -> ScopeRules<GraphPlan.Key>.Role {
    // An overriding module adds contributions as ever, and installs components as ever.
    if binding.isContribution { return .contribution(order: binding.order) }
    guard binding.isFactory, let precedence = binding.override ?? override else { return .whole }
    return .override(precedence: precedence)
  }

  /// What answers the request from the component.
  func answer(_ request: GraphPlan.Request, from component: Int) -> Answer {
    var isAbsent = false
    for here in rules.outwards(from: component) {
      for candidate in request.candidates {
        if rules.isThere(candidate.key, in: here) {
          return .found(
            key: candidate.key, form: candidate.form,
            bindings: rules.bindings(of: candidate.key, from: here) ?? [])
        }
        if candidate.form == .optional, rules.isOptional(candidate.key, in: here) {
          isAbsent = true
        }
      }
    }
    return isAbsent ? .absent : .missing
  }

  /// The keys that the component binds or declares itself, in their order.
  func keys(of component: Int) -> [GraphPlan.Key] { rules.keys[component] }

  /// What makes the root of a component.
  func roots(of component: Int) -> [Int] {
    let key = plan.bindings[plan.components[component].root].key
    return rules.bindings(of: key, from: component) ?? []
  }

  /// A binding and which of its requests nothing answers.
  var missing: [(binding: Int, request: Int)] {
    inEffect.flatMap { id in
      let binding = plan.bindings[id]
      return binding.requests.indices.compactMap { request in
        answer(binding.requests[request], from: binding.component) == .missing
          ? (id, request) : nil
      }
    }
  }

  /// What a binding's request needs; nothing where it is weak.
  func dependencies(_ id: Int, request: Int) -> [Int] {
    let binding = plan.bindings[id]
    guard
      case .found(_, let form, let found) = answer(
        binding.requests[request], from: binding.component), form != .weak
    else { return [] }
    return found
  }

  /// The root that a component's factory needs.
  func roots(installedBy id: Int) -> [Int] {
    guard case .install(let component) = plan.bindings[id].source else { return [] }
    return roots(of: component)
  }

  /// What a binding's request needs while the binding's own value is made: not what it calls later.
  func immediateDependencies(_ id: Int, request: Int) -> [Int] {
    let binding = plan.bindings[id]
    guard !binding.isCalled,
      case .found(_, let form, let found) = answer(
        binding.requests[request], from: binding.component),
      form == .instance || form == .optional
    else { return [] }
    return found
  }

  /// Shared bindings that depend on themselves, and whose values have no identity, so that the one
  /// value of a component instance can't be found again.
  var cyclicValues: [Int] {
    inEffect.filter { id in
      plan.bindings[id].isShared && plan.bindings[id].isValue && dependsOnItself(id)
    }
  }

  /// Those contributed to arrays, of whose elements no finding knows whether they have an identity.
  var cyclicLists: [Int] {
    cyclicValues.filter {
      plan.bindings[$0].key.shape == .list && plan.bindings[$0].isContribution
    }
  }

  /// Whether requests of any form but weak ones lead back to the binding.
  private func dependsOnItself(_ start: Int) -> Bool {
    var (seen, next): (Set<Int>, [Int]) = ([], [start])
    while let id = next.popLast() {
      let found =
        plan.bindings[id].requests.indices.flatMap { dependencies(id, request: $0) }
        + roots(behind: id)
      if found.contains(start) { return true }
      next += found.filter { seen.insert($0).inserted }
    }
    return false
  }

  /// Requests that close a cycle of immediate requests, as found by a walk in depth.
  var cycleClosing: [(binding: Int, request: Int)] {
    var (state, closing) = ([Int: Bool](), [(binding: Int, request: Int)]())
    func visit(_ id: Int) {
      state[id] = true
      for request in plan.bindings[id].requests.indices {
        for next in immediateDependencies(id, request: request) {
          if state[next] == true { closing.append((id, request)) }
          if state[next] == nil { visit(next) }
        }
      }
      state[id] = false
    }
    for id in inEffect where state[id] == nil { visit(id) }
    return closing
  }
}

extension GraphPlan.Request {
  /// The keys and forms that a request of this type can mean, the first one first: an optional or
  /// a provider that is bound as such comes before one that is made for the request.
  fileprivate var candidates: [(key: GraphPlan.Key, form: GraphPlan.Form)] {
    func bare(_ shape: GraphPlan.Key.Shape) -> GraphPlan.Key {
      GraphPlan.Key(shape: shape, number: key.number)
    }
    return switch (key.tag, key.shape, form) {
    case (nil, .one, .optional), (nil, .maybe, .instance):
      [(bare(.maybe), .instance), (bare(.one), .optional)]
    case (nil, .one, .provider), (nil, .late, .instance):
      [(bare(.late), .instance), (bare(.one), .provider)]
    default: [(key, form)]
    }
  }
}

extension GraphPlan.Binding {
  /// Whether it makes structures, which those of odd numbers are, or what holds others.
  fileprivate var isValue: Bool {
    switch key.shape {
    case .one: !key.number.isMultiple(of: 2)
    case .list: isComplete || !key.number.isMultiple(of: 2)
    case .maybe, .late, .bag, .table: true
    default: false
    }
  }
}
