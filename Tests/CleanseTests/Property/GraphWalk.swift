/// Resolves everything that a built graph reaches, and compares it with what the plan says.
struct GraphWalk {
  /// A binding in one instance of its component.
  private struct Place: Hashable {
    let token: Int
    let binding: Int
  }

  private let oracle: PlanOracle
  private let census: Census
  private var shared: [Place: Instance] = [:]
  /// Everything that was handed out, kept so that identities stay unique.
  private var seen: [ObjectIdentifier: Instance] = [:]
  /// The bound values themselves, which weak providers may look for.
  private var kept: [any Made] = []
  private var walked: Set<Place> = []
  private var builds: [Place: Int] = [:]
  private var tokens = 0
  private(set) var problems: [String] = []
  /// The bindings that were seen to work.
  private(set) var reached: Set<Int> = []

  init(_ oracle: PlanOracle, _ census: Census) {
    self.oracle = oracle
    self.census = census
  }

  /// Walks from the root of a component instance.
  ///
  /// - Parameters:
  ///   - outer: The instances of the components around it, outermost first.
  mutating func walk(_ root: any Made, of component: Int, seed: Instance?, inside outer: [Int]) {
    tokens += 1
    kept.append(root)
    let chain = outer + [tokens]
    if let seed, let id = oracle.plan.components[component].seed {
      shared[Place(token: tokens, binding: id)] = seed
      seen[ObjectIdentifier(seed)] = seed
    }
    check([(0, root.instance)], [oracle.plan.components[component].root], chain, "root")
  }

  private mutating func check(
    _ found: [(label: Int, instance: Instance)], _ expected: [Int], _ chain: [Int],
    _ what: @autoclosure () -> String
  ) {
    guard found.map(\.instance.binding) == expected else {
      problems.append("\(what()): \(found.map(\.instance.binding)) in place of \(expected)")
      return
    }
    for (label, instance) in found {
      let binding = oracle.plan.bindings[instance.binding]
      reached.insert(instance.binding)
      let own = Array(chain.prefix(oracle.plan.depth(of: binding.component) + 1))
      let place = Place(token: own.last ?? 0, binding: instance.binding)
      if binding.key.shape == .table, label != binding.label {
        problems.append("\(what()): the key \(label) in place of \(binding.label)")
      }
      if binding.isShared || binding.maker.isSeed, let known = shared[place] {
        if known !== instance { problems.append("\(what()): shared, and two instances") }
      } else if seen.updateValue(instance, forKey: ObjectIdentifier(instance)) != nil {
        problems.append("\(what()): has to be new and is not")
      } else if binding.isShared {
        shared[place] = instance
      }
      if walked.insert(place).inserted { visit(instance, own) }
    }
  }

  /// Resolves all that the instance asked for.
  private mutating func visit(_ instance: Instance, _ chain: [Int]) {
    let binding = oracle.plan.bindings[instance.binding]
    for (request, held) in zip(binding.requests, instance.held) {
      let what = "\(instance.binding) asks for \(request)"
      switch oracle.answer(request, from: binding.component) {
      case .missing: problems.append("\(what): missing, and resolved")
      case .absent:
        if case .nothing = held.get() { continue }
        problems.append("\(what): something in place of nothing")
      case .found(let key, .weak, let bindings):
        checkWeak(held, key, bindings, chain, what)
      case .found(let key, let form, let bindings):
        // What was handed out as a value is the same each time; it is looked at once.
        for _ in 0..<(form == .instance || form == .optional ? 1 : 2) {
          let expected = key.shape == .bag ? bindings.sorted() : last(of: bindings, key)
          checkHeld(held.get(), key, expected, chain, what)
        }
      }
    }
  }

  /// Of equal keys of a dictionary the last one stays; sorted as an outcome is.
  private func last(of bindings: [Int], _ key: GraphPlan.Key) -> [Int] {
    guard key.shape == .table else { return bindings }
    return Dictionary(bindings.map { (oracle.plan.bindings[$0].label, $0) }) { $1 }
      .sorted { $0.key < $1.key }.map(\.value)
  }

  private mutating func checkHeld(
    _ outcome: Outcome, _ key: GraphPlan.Key, _ expected: [Int], _ chain: [Int], _ what: String
  ) {
    switch outcome {
    case .nothing: problems.append("\(what): nothing")
    case .instances(let found): check(found, expected, chain, what)
    case .component(let build):
      guard key.isComponent, let id = expected.first,
        case .install(let component) = oracle.plan.bindings[id].maker
      else {
        problems.append("\(what): a component")
        return
      }
      let outer = Array(chain.prefix(oracle.plan.depth(of: component)))
      let place = Place(token: outer.last ?? 0, binding: id)
      guard builds[place, default: 0] < 3 else { return }
      builds[place, default: 0] += 1
      reached.insert(id)
      let seed = oracle.plan.components[component].seed.map {
        Instance(binding: $0, census: census)
      }
      let root = build(seed ?? Instance(binding: -1, census: census))
      walk(root, of: component, seed: seed, inside: outer)
    }
  }

  private mutating func checkWeak(
    _ held: Held, _ key: GraphPlan.Key, _ bindings: [Int], _ chain: [Int], _ what: String
  ) {
    let before = census.made
    let outcome = held.get()
    if census.made != before { problems.append("\(what): a weak provider made something") }
    guard case .instances(let found) = outcome, let instance = found.first?.instance else { return }
    let known = bindings.first.flatMap { id -> Instance? in
      let depth = oracle.plan.depth(of: oracle.plan.bindings[id].component)
      return shared[Place(token: chain[depth], binding: id)]
    }
    if found.count != 1 || bindings != [instance.binding]
      || !oracle.plan.bindings[instance.binding].isShared
      || known.map({ $0 !== instance }) ?? false
    {
      problems.append("\(what): a weak provider found another instance")
    }
  }
}

extension GraphPlan.Binding.Maker {
  fileprivate var isSeed: Bool {
    if case .seed = self { true } else { false }
  }
}
