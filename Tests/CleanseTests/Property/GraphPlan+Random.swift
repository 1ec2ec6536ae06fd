import CleanseTestSupport
import CleanseGraph

extension GraphPlan {
  /// The parameters of a random plan.
  struct Style {
    var componentCount: Int
    var bindingsPerComponent: Int
    var isFixed: Bool
    var mutations: Int
    /// The greatest effect of a factory.
    var effect: Effect?
    /// How many keys a component binds that it or an ancestor has: to replace, to add to, or to shadow.
    var repeats = 0...0
    /// The probability that a module overrides with all its bindings.
    var overridingModules = 0.0
    /// How many decorators a component has.
    var decorators = 0...0

    static func random(_ random: inout SeededGenerator) -> Style {
      let isLarge = random.happens(0.05)
      return Style(
        componentCount: random.happens(0.4) ? 1 : .random(in: 2...7, using: &random),
        bindingsPerComponent: .random(in: 1...(isLarge ? 150 : 14), using: &random),
        isFixed: random.happens(0.85),
        mutations: random.happens(0.4) ? .random(in: 1...2, using: &random) : 0,
        effect: [nil, .throwing, .asynchronous].randomElement(using: &random) ?? nil,
        repeats: random.happens(0.3) ? 0...0 : 0...6,
        overridingModules: random.happens(0.8) ? 0 : 0.3,
        decorators: random.happens(0.5) ? 0...0 : 0...4)
    }
  }

  static func random(_ random: inout SeededGenerator) -> GraphPlan {
    let style = Style.random(&random)
    return Self.random(style, &random)
  }

  static func random(_ style: Style, _ random: inout SeededGenerator) -> GraphPlan {
    var plan = GraphPlan()
    plan.addComponents(style, &random)
    let numbers = max(style.bindingsPerComponent, 3)
    for component in plan.components.indices {
      for _ in 0..<style.bindingsPerComponent {
        plan.addBinding(plan.randomKey(component, numbers, &random), to: component, &random)
      }
      plan.addDeclarations(to: component, numbers, &random)
    }
    for component in plan.components.indices {
      for _ in 0..<Int.random(in: style.repeats, using: &random) {
        plan.addRepeat(to: component, &random)
      }
    }
    for component in plan.components.indices {
      for _ in 0..<Int.random(in: style.decorators, using: &random) {
        plan.addDecorator(to: component, &random)
      }
    }
    plan.addRequests(numbers, &random)
    plan.addEffects(style, &random)
    if style.isFixed { plan.fix() }
    for _ in 0..<style.mutations { plan.mutate(style, numbers, &random) }
    plan.limitCost()
    // Unsharing adds cost, and a request that became a function can make the binding depend on itself.
    for _ in 0..<3 where style.isFixed || !PlanOracle(plan).cyclicLists.isEmpty {
      plan.unshareCyclicValues()
      plan.limitCost()
    }
    return plan
  }

  private mutating func addComponents(_ style: Style, _ random: inout SeededGenerator) {
    for index in 0..<style.componentCount {
      let parent = components.indices.randomElement(using: &random)
      let shape: Key.Shape = [.scoped, .bare, .seededByTag].randomElement(using: &random) ?? .bare
      let key = Key(
        shape: index == 0 ? .root : shape,
        number: index == 0 ? 0 : .random(in: 0..<4, using: &random),
        handled: .random(upTo: style.effect, probability: 0.6, &random))
      if let parent {
        guard child(of: parent, key: key) == nil, !isInside(parent, of: key) else { continue }
        let id = bindings.count
        bindings.append(
          Binding(component: parent, key: key, source: .install(component: components.count)))
        add(.bind(id), to: parent, &random)
      }
      let component = components.count
      var seed: Int?
      if parent != nil, key.shape != .bare {
        seed = bindings.count
        let seedKey = Key(
          shape: .seed, number: key.number, tag: key.shape == .seededByTag ? 0 : nil)
        bindings.append(Binding(component: component, key: seedKey, source: .seed))
      }
      bindings.append(
        Binding(component: component, key: Key(shape: .root, number: key.number)))
      let parts = (0..<Int.random(in: 1...5, using: &random)).map { _ in [Item]() }
      components.append(
        Component(parent: parent, key: key, seed: seed, root: bindings.count - 1, parts: parts))
      for _ in 0..<(2 * parts.count) {
        let from = Int.random(in: 0..<parts.count, using: &random)
        let part = Int.random(in: 0..<parts.count, using: &random)
        guard part > 0 else { continue }
        let precedence =
          random.happens(style.overridingModules) ? Int.random(in: 0...1, using: &random) : nil
        components[component].parts[from].append(.include(part: part, overriding: precedence))
      }
    }
  }

  /// Whether the component or one of its ancestors has this key.
  private func isInside(_ component: Int, of key: Key) -> Bool {
    components[component].key == key
      || (components[component].parent.map { isInside($0, of: key) } ?? false)
  }

  private mutating func add(
    _ item: Item, to component: Int, _ random: inout SeededGenerator
  ) {
    let part = Int.random(in: components[component].parts.indices, using: &random)
    components[component].parts[part].append(item)
  }

  private func randomKey(
    _ component: Int, _ numbers: Int, _ random: inout SeededGenerator
  ) -> Key {
    let shapes: [Key.Shape] = [
      .one, .one, .one, .one, .one, .one, .maybe, .late, .list, .list, .bag, .table, .injector,
      .factory,
    ]
    let isSeed = random.happens(0.06)
    let shape = isSeed ? .seed : shapes.randomElement(using: &random) ?? .one
    let number = Int.random(in: 0..<(isSeed ? 4 : numbers), using: &random)
    let tag =
      random.happens(isSeed ? 0.6 : 0.2)
      ? Int.random(in: 0..<(isSeed ? 1 : 3), using: &random) : nil
    let isThrowing = shape == .factory && number.isMultiple(of: 3)
    return Key(shape: shape, number: number, tag: tag, handled: isThrowing ? .throwing : nil)
  }

  mutating func addBinding(
    _ key: Key, to component: Int, _ random: inout SeededGenerator
  ) {
    let canShare =
      component == 0 || components[component].isScoped
    bindings.append(
      Binding(
        component: component, key: key,
        isShared: canShare && key.shape != .injector && key.shape != .factory
          && random.happens(0.5),
        isSingle: key.shape == .list && random.happens(0.6),
        order: random.happens(0.2) ? .random(in: -1...1, using: &random) : 0,
        entry: .random(in: 0..<6, using: &random)))
    if !key.isCollection {
      // Only a collection shows an order.
      bindings[bindings.count - 1].order = 0
    }
    add(.bind(bindings.count - 1), to: component, &random)
  }

  /// Decorates a key that the component or an ancestor binds, or declares as an optional.
  private mutating func addDecorator(to component: Int, _ random: inout SeededGenerator) {
    let oracle = PlanOracle(self)
    var owner = component
    while let parent = components[owner].parent, random.happens(0.5) { owner = parent }
    let keys = (oracle.keys(of: owner) + optionals(of: owner)).filter {
      $0.canBeDecorated && ($0.shape != .root || $0 == bindings[components[component].root].key)
    }
    let decorated = keys.filter { key in
      bindings.contains { $0.isDecorator && $0.component == owner && $0.key == key }
    }
    let (again, collections) = (random.happens(0.3), keys.filter(\.isCollection))
    let preferred = again ? decorated : random.happens(0.3) ? collections : []
    guard let key = (preferred.isEmpty ? keys : preferred).randomElement(using: &random) else {
      return
    }
    decorate(key, in: component, &random)
    if key.isCollection, random.happens(0.5) {
      extend(key, below: component, &random)
    } else if !key.isCollection, key.tag == nil, random.happens(0.2) {
      add(.declareOptional(key), to: component, &random)
    }
  }

  private mutating func decorate(
    _ key: Key, in component: Int, _ random: inout SeededGenerator
  ) {
    addBinding(key, to: component, &random)
    let id = bindings.count - 1
    (bindings[id].isDecorator, bindings[id].isSingle) = (true, false)
    bindings[id].isComplete = key.isCollection
    bindings[id].order = random.happens(0.4) ? .random(in: -1...1, using: &random) : 0
    bindings[id].requests = [randomRequest(of: key, &random)]
  }

  /// Contributes to a collection in a subcomponent, or declares it there.
  private mutating func extend(
    _ key: Key, below component: Int, _ random: inout SeededGenerator
  ) {
    let children = components.indices.filter { components[$0].parent == component }
    guard let child = children.randomElement(using: &random) else { return }
    if random.happens(0.3) {
      add(.declareCollection(key, allowsDuplicates: true), to: child, &random)
    } else {
      addBinding(key, to: child, &random)
    }
  }

  private func optionals(of component: Int) -> [Key] {
    recorded(in: component).compactMap { item in
      if case .declareOptional(let key) = item { key } else { nil }
    }
  }

  /// Binds or declares a key again that the component or an ancestor has.
  private mutating func addRepeat(to component: Int, _ random: inout SeededGenerator) {
    let oracle = PlanOracle(self)
    var owner = component
    while let parent = components[owner].parent, random.happens(0.6) { owner = parent }
    let keys = oracle.keys(of: owner).filter { key in
      !key.isComponent
        && (key.shape != .root || key == bindings[components[component].root].key)
    }
    let collections = keys.filter(\.isCollection)
    let isCollection = !collections.isEmpty && random.happens(0.4)
    guard let key = (isCollection ? collections : keys).randomElement(using: &random) else {
      return
    }
    if key.isCollection, random.happens(0.15) {
      add(.declareCollection(key, allowsDuplicates: true), to: component, &random)
    } else if owner == component || random.happens(0.6) {
      addBinding(key, to: component, &random)
      bindings[bindings.count - 1].isComplete = key.isCollection && random.happens(0.8)
      if !bindings[bindings.count - 1].isContribution {
        bindings[bindings.count - 1].override = .random(in: 0...2, using: &random)
        if key.isCollection, random.happens(0.3) { extend(key, below: component, &random) }
      }
    } else if key.shape != .root, key.shape != .seed {
      addBinding(key, to: component, &random)
      bindings[bindings.count - 1].isComplete = key.isCollection && random.happens(0.2)
    }
  }

  private mutating func addDeclarations(
    to component: Int, _ numbers: Int, _ random: inout SeededGenerator
  ) {
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let key = randomKey(component, numbers, &random)
      if key.isCollection {
        let allows = key.shape == .table && random.happens(0.7)
        add(.declareCollection(key, allowsDuplicates: allows), to: component, &random)
      } else if key.tag == nil {
        add(.declareOptional(key), to: component, &random)
      }
    }
    if component > 0, random.happens(0.02) {
      add(.installAgain(components[component].key), to: component, &random)
    }
  }

  private mutating func addEffects(_ style: Style, _ random: inout SeededGenerator) {
    guard style.effect != nil else { return }
    for id in bindings.indices where bindings[id].isFactory && bindings[id].key.shape != .injector {
      let most = bindings[id].isCalled ? .throwing : style.effect
      addEffect(to: id, upTo: most, probability: 0.25, &random)
    }
  }

  private mutating func addEffect(
    to id: Int, upTo most: Effect?, probability: Double, _ random: inout SeededGenerator
  ) {
    bindings[id].effect = .random(upTo: most, probability: probability, &random)
    // A failing `build` leaves little to check.
    let isRisky = bindings[id].key.shape == .root || bindings[id].isPrepared
    bindings[id].fails = bindings[id].effect != nil && random.happens(isRisky ? 0.1 : 0.5)
  }

  private mutating func addRequests(_ numbers: Int, _ random: inout SeededGenerator) {
    let oracle = PlanOracle(self)
    let isComplete = random.happens(0.7)
    for id in bindings.indices {
      guard case .factory = bindings[id].source else { continue }
      let component = bindings[id].component
      let isRoot = components[component].root == id
      let keys = oracle.keys(of: component).filter { $0.shape != .root }
      if isRoot, isComplete {
        bindings[id].requests = keys.map { key in
          let isLazy = key.hasElementProviders && random.happens(0.3)
          return Request(key: key, form: isLazy ? .elements : key.tag == nil ? .provider : .tagged)
        }
      }
      let count = random.happens(0.05) ? 12 : Int.random(in: 0...4, using: &random)
      for _ in 0..<count {
        guard let key = randomTarget(from: component, oracle, numbers, &random) else { continue }
        bindings[id].requests.append(randomRequest(of: key, &random))
      }
      bindings[id].requests.shuffle(using: &random)
    }
  }

  /// Mostly a key that is bound in the component or an ancestor.
  private func randomTarget(
    from component: Int, _ oracle: PlanOracle, _ numbers: Int, _ random: inout SeededGenerator
  ) -> Key? {
    if random.happens(0.05) { return randomKey(component, numbers, &random) }
    var owner = component
    while let parent = components[owner].parent, random.happens(0.4) { owner = parent }
    return oracle.keys(of: owner).filter { $0.shape != .root }.randomElement(using: &random)
  }

  private func randomRequest(of key: Key, _ random: inout SeededGenerator) -> Request {
    if random.happens(0.15) { return Request(key: key, form: .throwing) }
    if random.happens(0.05) { return Request(key: key, form: .awaiting) }
    if key.tag != nil { return Request(key: key, form: .tagged) }
    if key.hasElementProviders, random.happens(0.3) { return Request(key: key, form: .elements) }
    let forms: [Form] = [
      .instance, .instance, .instance, .provider, .function, .sendableFunction, .optional, .weak,
    ]
    return Request(key: key, form: forms.randomElement(using: &random) ?? .instance)
  }

  /// Adds one change that can be a mistake.
  private mutating func mutate(
    _ style: Style, _ numbers: Int, _ random: inout SeededGenerator
  ) {
    let oracle = PlanOracle(self)
    guard let id = oracle.recorded.randomElement(using: &random),
      case .factory = bindings[id].source
    else { return }
    let component = bindings[id].component
    let overrides = oracle.inEffect.filter { bindings[$0].override != nil }
    if random.happens(0.15), let rival = overrides.randomElement(using: &random) {
      addBinding(bindings[rival].key, to: bindings[rival].component, &random)
      bindings[bindings.count - 1].isComplete = bindings[rival].isComplete
      bindings[bindings.count - 1].override = bindings[rival].override
    } else if random.happens(0.1) {
      let key = randomKey(component, numbers, &random)
      if key.canBeDecorated { decorate(key, in: component, &random) }
    } else if random.happens(0.3) {
      addRepeat(to: component, &random)
    } else if random.happens(0.2), let seed = components[component].seed {
      addBinding(bindings[seed].key, to: component, &random)
    } else if style.effect != nil, random.happens(0.2) {
      addEffect(to: components[component].root, upTo: style.effect, probability: 1, &random)
    } else if style.effect != nil, random.happens(0.4), bindings[id].key.shape != .injector {
      let most = bindings[id].isCalled ? .throwing : style.effect
      addEffect(to: id, upTo: most, probability: 1, &random)
    } else if random.happens(0.3), bindings[id].key.shape != .root {
      addBinding(bindings[id].key, to: component, &random)
    } else if let key = randomTarget(from: component, oracle, numbers, &random) {
      bindings[id].requests.append(randomRequest(of: key, &random))
    }
  }
}

extension GraphPlan.Key {
  /// Whether plans decorate it.
  fileprivate var canBeDecorated: Bool {
    switch shape {
    case .one, .maybe, .late, .list, .bag, .table, .seed, .root: true
    case .injector, .factory, .scoped, .bare, .seededByTag: false
    }
  }

  /// Whether providers of its elements can be requested.
  fileprivate var hasElementProviders: Bool { tag == nil && (shape == .list || shape == .table) }
}

extension Optional<Effect> {
  /// A random effect up to the given one, or nil.
  fileprivate static func random(
    upTo most: Effect?, probability: Double, _ random: inout SeededGenerator
  ) -> Effect? {
    guard let most, random.happens(probability) else { return nil }
    return random.happens(0.5) ? .throwing : most
  }
}
