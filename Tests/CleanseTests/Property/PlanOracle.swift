/// Derives from a plan what its graph must do, by the documented rules alone.
struct PlanOracle {
  enum Answer: Equatable {
    case missing
    /// A declared optional without a binding.
    case absent
    case found(key: GraphPlan.Key, form: GraphPlan.Form, bindings: [Int])
  }

  /// The plan, with the overrides shared that replace a shared binding, and the decorators that wrap one.
  private(set) var plan: GraphPlan
  /// The recorded bindings.
  private(set) var recorded: [Int] = []
  /// The recorded bindings that no override replaces.
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
    for (override, wholes) in rules.wholesReplaced
    where wholes.contains(where: { plan.bindings[$0].isShared && plan.bindings[$0].isFactory }) {
      self.plan.bindings[override].isShared = true
    }
    for (decorator, inner) in rules.decorations where self.plan.bindings[inner].isShared {
      self.plan.bindings[decorator].isShared = true
    }
    let replaced = rules.replaced
    inEffect = recorded.filter { !replaced.contains($0) }
  }

  /// - Parameter override: The statement that includes the enclosing module to override.
  private static func role(
    of binding: GraphPlan.Binding, in override: GraphPlan.Overriding?
  ) -> ScopeRules<GraphPlan.Key>.Role {
    // An overriding module decorates, adds contributions and installs components as usual.
    if binding.isDecorator { return .decorator(order: binding.order) }
    if binding.isContribution { return .contribution(order: binding.order) }
    guard binding.isFactory else { return .whole }
    if let precedence = binding.override { return .override(precedence: precedence) }
    return override.map { .override(precedence: $0.precedence, module: $0.part) } ?? .whole
  }

  /// The answer to the request from the component.
  func answer(_ request: GraphPlan.Request, from component: Int) -> Answer {
    var isAbsent = false
    for here in rules.outwards(from: component) {
      for candidate in request.candidates {
        if rules.isThere(candidate.key, in: here) {
          return .found(
            key: candidate.key, form: candidate.form,
            bindings: rules.bindings(of: candidate.key, from: here) ?? [])
        }
        if candidate.canBeAbsent, rules.isOptional(candidate.key, in: here) {
          isAbsent = true
        }
      }
    }
    return isAbsent ? .absent : .missing
  }

  /// The answer to a request of a binding. A decorator gets what it wraps if it requests its own key.
  func answer(_ request: Int, of id: Int) -> Answer {
    let binding = plan.bindings[id]
    guard let own = wrapping(id, request: request) else {
      return answer(binding.requests[request], from: binding.component)
    }
    return switch rules.wrapped(by: id, of: binding.key, in: binding.component) {
    case .here(let bindings), .ofAncestor(let bindings):
      .found(key: own.key, form: own.form, bindings: bindings)
    case .absent: .absent
    case .missing: .missing
    }
  }

  /// The key and the form of a decorator's request of what it wraps; nil for any other request.
  private func wrapping(
    _ id: Int, request: Int
  ) -> (key: GraphPlan.Key, form: GraphPlan.Form)? {
    let binding = plan.bindings[id]
    guard binding.isDecorator, binding.requests.indices.contains(request) else { return nil }
    return binding.requests[request].candidates.first { $0.key == binding.key }
      .map { ($0.key, $0.form) }
  }

  /// Whether a decorator requests what it wraps.
  func wraps(_ id: Int, request: Int) -> Bool { wrapping(id, request: request) != nil }

  /// The component whose bindings are searched first for a request: what a decorator wraps may be its parent's.
  func origin(of request: Int, of id: Int) -> Int {
    let binding = plan.bindings[id]
    guard wraps(id, request: request), let parent = plan.components[binding.component].parent,
      case .ofAncestor = rules.wrapped(by: id, of: binding.key, in: binding.component)
    else { return binding.component }
    return parent
  }

  /// Whether a whole dictionary and contributions of equal keys are combined, which fails when the dictionary is made.
  var hasUnknownDuplicates: Bool {
    plan.components.indices.contains { component in
      keys(of: component).filter { $0.shape == .table }.contains { key in
        let parts = rules.undecorated(key, in: component).map { plan.bindings[$0] }
        return parts.contains { !$0.isContribution }
          && Set(parts.map(\.label)).count < parts.count
      }
    }
  }

  /// The keys that the component itself binds or declares, in order.
  func keys(of component: Int) -> [GraphPlan.Key] { rules.keys[component] }

  /// The bindings that provide the root of a component.
  func roots(of component: Int) -> [Int] {
    let key = plan.bindings[plan.components[component].root].key
    return rules.bindings(of: key, from: component) ?? []
  }

  /// Each binding with a missing request.
  var missing: [(binding: Int, request: Int)] {
    inEffect.flatMap { id in
      let binding = plan.bindings[id]
      return binding.requests.indices.compactMap { request in
        answer(request, of: id) == .missing ? (id, request) : nil
      }
    }
  }

  /// The dependencies of a binding's request; empty if it is weak.
  func dependencies(_ id: Int, request: Int) -> [Int] {
    guard case .found(_, let form, let found) = answer(request, of: id), form != .weak
    else { return [] }
    return found
  }

  /// The root that a component factory depends on.
  func roots(installedBy id: Int) -> [Int] {
    guard case .install(let component) = plan.bindings[id].source else { return [] }
    return roots(of: component)
  }

  /// The dependencies that are created with the binding's value, not later by a call.
  func immediateDependencies(_ id: Int, request: Int) -> [Int] {
    guard !plan.bindings[id].isCalled,
      case .found(_, let form, let found) = answer(request, of: id),
      form == .instance || form == .optional || form == .elements
    else { return [] }
    return found
  }

  /// Shared bindings in a cycle with themselves whose values have no identity, so that the one
  /// value of a component instance can't be found again.
  var cyclicValues: [Int] {
    let effects = PlanEffects(self)
    return inEffect.filter { id in
      plan.bindings[id].isShared && plan.bindings[id].isValue && dependsOnItself(id, effects)
    }
  }

  /// Those contributed to arrays; a finding does not know whether the elements have an identity.
  var cyclicLists: [Int] {
    cyclicValues.filter {
      plan.bindings[$0].key.shape == .list && plan.bindings[$0].isContribution
    }
  }

  /// Whether requests lead back to the binding: of any form, and weak ones if they make their instance.
  private func dependsOnItself(_ start: Int, _ effects: PlanEffects) -> Bool {
    var (seen, next): (Set<Int>, [Int]) = ([], [start])
    while let id = next.popLast() {
      let found =
        plan.bindings[id].requests.indices.flatMap { dependencies(id, request: $0) }
        + effects.madeOnWeakRequest(by: id) + roots(installedBy: id)
      if found.contains(start) { return true }
      next += found.filter { seen.insert($0).inserted }
    }
    return false
  }

  /// Requests that close a cycle of immediate requests, found by a depth-first search.
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
  /// The possible keys and forms of a request of this type, in order of precedence: a bound optional or
  /// provider comes before one that is created for the request.
  fileprivate var candidates: [(key: GraphPlan.Key, form: GraphPlan.Form, canBeAbsent: Bool)] {
    func bare(_ shape: GraphPlan.Key.Shape) -> GraphPlan.Key {
      GraphPlan.Key(shape: shape, number: key.number)
    }
    return switch (key.tag, key.shape, form) {
    case (nil, .one, .optional), (nil, .maybe, .instance):
      [(bare(.maybe), .instance, false), (bare(.one), .optional, true)]
    case (nil, .one, .provider), (nil, .late, .instance):
      [(bare(.late), .instance, false), (bare(.one), .provider, false)]
    case (nil, .late, .optional): [(key, .optional, true), (bare(.one), .provider, true)]
    case (nil, .maybe, _) where form != .optional: [(key, form, false), (bare(.one), form, true)]
    default: [(key, form, form == .optional)]
    }
  }
}

extension GraphPlan.Binding {
  /// Whether it provides structures, as odd numbers do, or collections and wrappers of them.
  fileprivate var isValue: Bool {
    switch key.shape {
    case .one: !key.number.isMultiple(of: 2)
    case .list: isComplete || !key.number.isMultiple(of: 2)
    case .maybe, .late, .bag, .table: true
    default: false
    }
  }
}
