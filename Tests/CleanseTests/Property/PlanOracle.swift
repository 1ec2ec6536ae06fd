/// Says of a plan what its graph has to do, from the documented rules alone.
struct PlanOracle {
  enum Answer: Equatable {
    case missing
    /// An optional that is declared, with nothing bound.
    case absent
    case found(key: GraphPlan.Key, form: GraphPlan.Form, bindings: [Int])
  }

  /// What a component has under a key.
  private struct Entry {
    var bindings: [Int] = []
    var isCollection = false
    var isOptional = false
    var isDeclared = false
    var isThere: Bool { isDeclared || !bindings.isEmpty }
  }

  let plan: GraphPlan
  /// The bindings that are recorded.
  private(set) var recorded: [Int] = []
  private var entries: [[GraphPlan.Key: Entry]]
  private var keys: [[GraphPlan.Key]]

  init(_ plan: GraphPlan) {
    self.plan = plan
    entries = plan.components.map { _ in [:] }
    keys = plan.components.map { _ in [] }
    for component in plan.components.indices {
      for item in plan.recorded(in: component) {
        switch item {
        case .bind(let id):
          let key = plan.bindings[id].key
          recorded.append(id)
          if entries[component][key]?.isThere != true { keys[component].append(key) }
          entries[component][key, default: Entry()].bindings.append(id)
          entries[component][key]?.isCollection = key.isCollection
        case .declareCollection(let key, _):
          if entries[component][key]?.isThere != true { keys[component].append(key) }
          entries[component][key, default: Entry()].isDeclared = true
          entries[component][key]?.isCollection = true
        case .declareOptional(let key):
          entries[component][key, default: Entry()].isOptional = true
        case .include, .installAgain: break
        }
      }
      for key in entries[component].keys where key.isCollection {
        entries[component][key]?.bindings.sort {
          plan.bindings[$0].place < plan.bindings[$1].place
        }
      }
    }
  }

  /// What answers the request from the component.
  func answer(_ request: GraphPlan.Request, from component: Int) -> Answer {
    var (next, isAbsent) = (Optional(component), false)
    let candidates = request.candidates
    while let here = next {
      next = plan.components[here].parent
      for candidate in candidates {
        guard let entry = entries[here][candidate.key] else { continue }
        if entry.isThere {
          return .found(
            key: candidate.key, form: candidate.form, bindings: all(candidate.key, from: here))
        }
        if candidate.form == .optional, entry.isOptional { isAbsent = true }
      }
    }
    return isAbsent ? .absent : .missing
  }

  /// The bindings of the key in the component, behind those that a collection takes over.
  private func all(_ key: GraphPlan.Key, from component: Int) -> [Int] {
    guard let entry = entries[component][key] else { return [] }
    guard entry.isCollection else { return entry.bindings }
    var next = plan.components[component].parent
    while let here = next, entries[here][key]?.isThere != true {
      next = plan.components[here].parent
    }
    return (next.map { all(key, from: $0) } ?? []) + entry.bindings
  }

  /// The keys that the component binds or declares itself, in their order.
  func keys(of component: Int) -> [GraphPlan.Key] {
    keys[component]
  }

  /// Keys of a component that several bindings answer.
  var duplicates: [(component: Int, key: GraphPlan.Key, bindings: [Int])] {
    plan.components.indices.flatMap { component in
      entries[component].compactMap { key, entry -> (Int, GraphPlan.Key, [Int])? in
        !entry.isCollection && entry.bindings.count > 1 ? (component, key, entry.bindings) : nil
      }.sorted { $0.2[0] < $1.2[0] }
    }
  }

  /// A binding and which of its requests nothing answers.
  var missing: [(binding: Int, request: Int)] {
    recorded.flatMap { id in
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
  func root(behind id: Int) -> Int? {
    guard case .install(let component) = plan.bindings[id].maker else { return nil }
    return plan.components[component].root
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
    recorded.filter { id in
      plan.bindings[id].isShared && plan.bindings[id].key.isValue && dependsOnItself(id)
    }
  }

  /// Those of arrays, of whose elements no finding knows whether they have an identity.
  var cyclicLists: [Int] { cyclicValues.filter { plan.bindings[$0].key.shape == .list } }

  /// Whether requests of any form but weak ones lead back to the binding.
  private func dependsOnItself(_ start: Int) -> Bool {
    var (seen, next): (Set<Int>, [Int]) = ([], [start])
    while let id = next.popLast() {
      let found =
        plan.bindings[id].requests.indices.flatMap { dependencies(id, request: $0) }
        + (root(behind: id).map { [$0] } ?? [])
      if found.contains(start) { return true }
      next += found.filter { seen.insert($0).inserted }
    }
    return false
  }

  /// Requests that close a cycle of immediate requests, as found by a walk in depth.
  var ringClosing: [(binding: Int, request: Int)] {
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
    for id in recorded where state[id] == nil { visit(id) }
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

extension GraphPlan.Key {
  /// Whether the key is of structures, which odd numbers are, or of what holds others.
  fileprivate var isValue: Bool {
    switch shape {
    case .one, .list: !number.isMultiple(of: 2)
    case .maybe, .late, .bag, .table: true
    default: false
    }
  }
}
