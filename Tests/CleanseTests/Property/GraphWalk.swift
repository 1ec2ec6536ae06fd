/// Resolves everything that a built graph reaches, and compares it with the plan.
struct GraphWalk {
  /// A binding in one instance of its component.
  private struct Node: Hashable {
    let token: Int
    let binding: Int
  }

  private let oracle: PlanOracle
  private let effects: PlanEffects
  private let census: Census
  private var shared: [Node: Instance] = [:]
  /// Every instance found so far, kept alive so that identities stay unique.
  private var seen: [ObjectIdentifier: Instance] = [:]
  /// The bound values themselves, which weak providers can look for.
  private var kept: [any Made] = []
  private var walked: Set<Node> = []
  private var builds: [Node: Int] = [:]
  private var tokens = 0
  /// The requests that threw, to be repeated.
  private var again: [(inout GraphWalk) async -> Void] = []
  /// Whether failing factories still fail.
  private var isFailing = true
  private(set) var failures = 0
  private(set) var problems: [String] = []
  /// The bindings that were resolved.
  private(set) var reached: Set<Int> = []

  init(_ oracle: PlanOracle, _ effects: PlanEffects, _ census: Census) {
    self.oracle = oracle
    self.effects = effects
    self.census = census
  }

  /// Builds a component and walks from its root.
  ///
  /// - Parameters:
  ///   - ancestors: The instances of the component's ancestors, outermost first.
  mutating func build(
    _ component: Int, seed: Instance?, inside ancestors: [Int],
    _ build: @escaping (Instance?) async throws -> any Made
  ) async {
    let what = "building \(component)"
    let isThrown = isFailing && effects.isThrown(building: component)
    do {
      let root = try await build(seed)
      if isThrown { problems.append("\(what): no error") }
      await walk(root, of: component, seed: seed, inside: ancestors)
    } catch {
      note(error, what, isExpected: isThrown, from: effects.starts(of: component))
      again.append { await $0.build(component, seed: seed, inside: ancestors, build) }
    }
  }

  /// Repeats the requests that threw; they must succeed now, as shared instances are created again.
  mutating func retry() async {
    isFailing = false
    census.fix()
    let again = again
    self.again = []
    for attempt in again { await attempt(&self) }
  }

  private mutating func note(
    _ error: any Error, _ what: String, isExpected: Bool, from starts: [Int],
    calling callee: Int? = nil
  ) {
    failures += 1
    guard isExpected else {
      problems.append("\(what): \(error)")
      return
    }
    if let objection = effects.objection(to: error, from: starts, calling: callee) {
      problems.append("\(what): \(objection)")
    }
  }

  private mutating func walk(
    _ root: any Made, of component: Int, seed: Instance?, inside ancestors: [Int]
  ) async {
    tokens += 1
    kept.append(root)
    let chain = ancestors + [tokens]
    if let seed, let id = oracle.plan.components[component].seed {
      shared[Node(token: tokens, binding: id)] = seed
      seen[ObjectIdentifier(seed)] = seed
    }
    await check([(0, root.instance)], oracle.roots(of: component), chain, "root")
  }

  private mutating func check(
    _ found: [(label: Int, instance: Instance)], _ expected: [Int], _ chain: [Int],
    _ what: @autoclosure () -> String
  ) async {
    guard found.map(\.instance.binding) == expected else {
      problems.append("\(what()): \(found.map(\.instance.binding)) instead of \(expected)")
      return
    }
    for (label, instance) in found {
      let binding = oracle.plan.bindings[instance.binding]
      reached.insert(instance.binding)
      let own = Array(chain.prefix(oracle.plan.depth(of: binding.component) + 1))
      let node = Node(token: own.last ?? 0, binding: instance.binding)
      if binding.key.shape == .table, label != binding.label {
        problems.append("\(what()): the key \(label) instead of \(binding.label)")
      }
      if binding.isShared || binding.source.isSeed, let known = shared[node] {
        if known !== instance { problems.append("\(what()): shared, and two instances") }
      } else if seen.updateValue(instance, forKey: ObjectIdentifier(instance)) != nil {
        problems.append("\(what()): has to be new and is not")
      } else if binding.isShared {
        shared[node] = instance
      }
      if walked.insert(node).inserted { await visit(instance, own) }
    }
  }

  /// Resolves all requests of the instance.
  private mutating func visit(_ instance: Instance, _ chain: [Int]) async {
    let binding = oracle.plan.bindings[instance.binding]
    for (index, held) in zip(binding.requests.indices, instance.held) {
      let what = "\(instance.binding) requests \(binding.requests[index])"
      switch oracle.answer(index, of: instance.binding) {
      case .missing: problems.append("\(what): missing, and resolved")
      case .absent:
        if case .absent? = try? await held.outcome() { continue }
        problems.append("\(what): a value instead of nil")
      case .found(let key, .weak, let bindings):
        let origin = oracle.origin(of: index, of: instance.binding)
        await checkWeak(held, key, bindings, from: origin, chain, what)
      case .found(let key, let form, let bindings):
        // A requested value is the same each time, so it is checked once.
        for _ in 0..<(isMadeAgain(form, bindings) ? 2 : 1) {
          await resolve(held, key, form, bindings, chain, what)
        }
      }
    }
  }

  /// Whether calling the result of a request makes all of its value again, unless it is shared.
  private func isMadeAgain(_ form: GraphPlan.Form, _ bindings: [Int]) -> Bool {
    switch form {
    case .instance, .optional: false
    case .elements: bindings.allSatisfy { oracle.plan.bindings[$0].isElement }
    default: true
    }
  }

  private mutating func resolve(
    _ held: Held, _ key: GraphPlan.Key, _ form: GraphPlan.Form, _ bindings: [Int], _ chain: [Int],
    _ what: String
  ) async {
    // A requested value is already there; the result of calling it is not.
    let isValue = form == .instance || form == .optional
    let callee = key.shape == .factory || key.shape == .injector ? bindings.first : nil
    let isThrown =
      isFailing
      && (!isValue && effects.isThrown(requesting: bindings)
        || callee.map(effects.isThrown(calling:)) ?? false)
    let thrown = census.thrown
    do {
      let outcome = try await held.outcome()
      if isThrown { problems.append("\(what): no error") }
      let expected = key.shape == .bag ? bindings.sorted() : last(of: bindings, key)
      await checkHeld(outcome, key, expected, chain, what)
    } catch {
      note(error, what, isExpected: isThrown, from: bindings, calling: callee)
      // The error must not be cached.
      if census.thrown != thrown + 1 { problems.append("\(what): an old error") }
      again.append { await $0.resolve(held, key, form, bindings, chain, what) }
    }
  }

  /// The last of equal keys of a dictionary; sorted like an outcome.
  private func last(of bindings: [Int], _ key: GraphPlan.Key) -> [Int] {
    guard key.shape == .table else { return bindings }
    return Dictionary(bindings.map { (oracle.plan.bindings[$0].label, $0) }) { $1 }
      .sorted { $0.key < $1.key }.map(\.value)
  }

  private mutating func checkHeld(
    _ outcome: Outcome, _ key: GraphPlan.Key, _ expected: [Int], _ chain: [Int], _ what: String
  ) async {
    switch outcome {
    case .absent: problems.append("\(what): nil")
    case .instances(let found): await check(found, expected, chain, what)
    case .component(let build):
      guard key.isComponent, let id = expected.first,
        case .install(let component) = oracle.plan.bindings[id].source
      else {
        problems.append("\(what): a component")
        return
      }
      let ancestors = Array(chain.prefix(oracle.plan.depth(of: component)))
      let node = Node(token: ancestors.last ?? 0, binding: id)
      guard builds[node, default: 0] < 3 else { return }
      builds[node, default: 0] += 1
      reached.insert(id)
      let census = self.census
      let seed = oracle.plan.components[component].seed.map {
        Instance(binding: $0, census: census)
      }
      await self.build(component, seed: seed, inside: ancestors) { seed in
        try await build(seed ?? Instance(binding: -1, census: census))
      }
    }
  }

  private mutating func checkWeak(
    _ held: Held, _ key: GraphPlan.Key, _ bindings: [Int], from component: Int, _ chain: [Int],
    _ what: String
  ) async {
    guard let outcome = try? await held.outcome() else {
      problems.append("\(what): a weak provider threw")
      return
    }
    guard case .instances(let found) = outcome else {
      if let id = bindings.first, effects.isMadeOnWeakRequest(id, from: component),
        census.made(by: id) == 0
      {
        problems.append("\(what): never made, and a weak provider made nothing")
      }
      return
    }
    guard bindings.count == 1, oracle.plan.bindings[bindings[0]].isShared else {
      problems.append("\(what): a weak provider found an instance that is not shared")
      return
    }
    await check(found, bindings, chain, what)
  }
}

extension GraphPlan.Binding.Source {
  var isSeed: Bool {
    if case .seed = self { true } else { false }
  }
}
