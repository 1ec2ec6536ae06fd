import CleanseTestSupport

extension CNamePlan {
  static func random(_ random: inout SeededGenerator) -> CNamePlan {
    var plan = CNamePlan()
    plan.addComponents(&random)
    // A name nearly always has one type.
    let names = (0..<4).map { _ in Self.randomType(&random) }
    plan.addBridges(&random)
    for _ in 0..<Int.random(in: 6...30, using: &random) { plan.addBinding(names, &random) }
    for _ in 0..<Int.random(in: 0...5, using: &random) { plan.addDeclaration(names, &random) }
    // At least one item is declared in C.
    plan.bindings.append(
      Binding(component: 0, key: Key(element: .point, qualifier: .name(9)), isInC: true))
    plan.add(.bind(plan.bindings.count - 1), to: 0, isInC: true, &random)
    for id in plan.bindings.indices { plan.addRequests(to: id, names, &random) }
    plan.fix(isComplete: random.happens(0.6))
    return plan
  }

  private mutating func addComponents(_ random: inout SeededGenerator) {
    contributors = (0..<Int.random(in: 2...4, using: &random)).map { _ in [] }
    for index in 0..<Int.random(in: 1...5, using: &random) {
      let parent = components.indices.randomElement(using: &random)
      bindings.append(Binding(component: index, key: Key(element: .root(index))))
      components.append(Component(parent: parent, root: bindings.count - 1))
      guard let parent else { continue }
      let key = Key(element: .factory(index))
      bindings.append(Binding(component: parent, key: key, installs: index))
      add(.bind(bindings.count - 1), to: parent, isInC: false, &random)
      bindings[components[parent].root].requests.append(Request(key: key))
    }
  }

  /// Adds items to a component; to the root component on behalf of the application or of a contributor.
  /// Contributors with odd numbers are written in C.
  private mutating func add(
    _ item: Item, to component: Int, isInC: Bool, _ random: inout SeededGenerator
  ) {
    let fit = contributors.indices.filter { $0.isMultiple(of: 2) != isInC }
    guard component == 0, isInC || random.happens(0.5),
      let number = fit.randomElement(using: &random)
    else {
      components[component].items.append(item)
      return
    }
    contributors[number].append(item)
  }

  private mutating func addBridges(_ random: inout SeededGenerator) {
    for target in 0..<3 {
      let component = components.indices.randomElement(using: &random) ?? 0
      if random.happens(0.5) {
        add(.bridge(target, isOther: false), to: component, isInC: false, &random)
      }
      if random.happens(0.02) {
        add(.bridge(target, isOther: true), to: component, isInC: false, &random)
      }
      for _ in 0..<2 where random.happens(0.1) { add(.handle(target), to: 0, isInC: true, &random) }
    }
  }

  /// A C type without a name.
  private static func randomType(_ random: inout SeededGenerator) -> Key {
    let elements: [Element] = [.integer, .real, .target(0), .target(1), .target(2), .point]
    return Key(
      element: elements.randomElement(using: &random) ?? .integer, isArray: random.happens(0.3))
  }

  private func isBridged(_ target: Int) -> Bool {
    components.indices.flatMap { items(of: $0) }.contains {
      if case .bridge(target, _) = $0 { true } else { false }
    }
  }

  private func randomKey(
    _ names: [Key], isInC: Bool, _ random: inout SeededGenerator
  ) -> Key {
    var key = Self.randomType(&random)
    if random.happens(0.6), let name = names.indices.randomElement(using: &random) {
      if random.happens(0.999) { key = names[name] }
      key.qualifier = .name(name)
    }
    guard !isInC else { return key }
    // The Swift spellings of the same key.
    switch key.element {
    case .target(let target):
      let isThing = key.name == nil || isBridged(target) != random.happens(0.01)
      key.element = isThing ? .thing(target) : .pointer
    case .point: key = Key(element: .integer, isArray: key.isArray)
    default: break
    }
    if let name = key.name, random.happens(0.002) { key.qualifier = .alias(name) }
    if key.name == nil, random.happens(0.2) { key.qualifier = .unnamed(0) }
    return key
  }

  private mutating func addBinding(_ names: [Key], _ random: inout SeededGenerator) {
    let (isInC, component) = (random.happens(0.6), components.indices.randomElement(using: &random))
    var binding = Binding(
      component: component ?? 0, key: randomKey(names, isInC: isInC, &random), isInC: isInC)
    if random.happens(0.4) {
      binding.role = .override(precedence: .random(in: 0...2, using: &random))
    } else if binding.key.isArray, random.happens(0.8) {
      binding.role = .contribution(
        order: .random(in: -1...1, using: &random), isArray: random.happens(0.3))
    }
    binding.isShared = random.happens(0.3)
    binding.throwsInC = isInC && random.happens(0.3)
    // Occasionally a key that is already bound.
    let rivals = bindings.filter { $0.isInC == isInC && $0.installs == nil && !$0.isRoot }
    if random.happens(0.1), let rival = rivals.randomElement(using: &random) {
      binding = rival
    }
    bindings.append(binding)
    add(.bind(bindings.count - 1), to: binding.component, isInC: isInC, &random)
  }

  private mutating func addDeclaration(_ names: [Key], _ random: inout SeededGenerator) {
    let (isInC, component) = (random.happens(0.6), components.indices.randomElement(using: &random))
    let key = randomKey(names, isInC: isInC, &random)
    // Only C declares an optional under a name.
    guard key.isArray || isInC || key.qualifier == .none else { return }
    add(
      key.isArray
        ? .declareCollection(key, isInC: isInC) : .declareOptional(key, isInC: isInC),
      to: component ?? 0, isInC: isInC, &random)
  }

  /// Mostly requests of existing keys, as the binding's language spells them.
  private mutating func addRequests(
    to id: Int, _ names: [Key], _ random: inout SeededGenerator
  ) {
    guard bindings[id].installs == nil else { return }
    let oracle = CNameOracle(self)
    let isInC = bindings[id].isInC
    let isRoot = components[bindings[id].component].root == id
    for _ in 0..<(isRoot ? 12 : Int.random(in: 0...3, using: &random)) {
      let here = oracle.rules.outwards(from: bindings[id].component).randomElement(using: &random)
      let keys = oracle.rules.keys[here ?? 0].flatMap { spellings(of: $0, isInC: isInC, oracle) }
      let key =
        random.happens(0.9)
        ? keys.randomElement(using: &random) : randomKey(names, isInC: isInC, &random)
      guard let key else { continue }
      if random.happens(0.15),
        let optional = optionals(in: bindings[id].component, oracle)
          .flatMap({ spellings(of: $0, isInC: isInC, oracle) }).randomElement(using: &random),
        isInC || optional.qualifier == .none
      {
        bindings[id].requests.append(Request(key: optional, form: .optional))
        continue
      }
      var forms: [Form] = [.value, .provider]
      if !key.isArray, isInC || key.qualifier == .none { forms.append(.optional) }
      bindings[id].requests.append(
        Request(key: key, form: forms.randomElement(using: &random) ?? .value))
    }
  }

  /// The keys that are declared as optionals.
  private func optionals(in component: Int, _ oracle: CNameOracle) -> [Key] {
    oracle.rules.outwards(from: component).flatMap { items(of: $0) }.compactMap { item in
      guard case .declareOptional(let key, let isInC) = item else { return nil }
      return oracle.meaning(of: key, isInC: isInC)
    }
  }

  /// The spellings of a key in a language.
  private func spellings(of key: Key, isInC: Bool, _ oracle: CNameOracle) -> [Key] {
    var candidates = [key]
    if isInC {
      candidates += (0..<3).map {
        Key(element: .target($0), isArray: key.isArray, qualifier: key.qualifier)
      }
    }
    return candidates.filter { candidate in
      candidate.isWritten(inC: isInC) && oracle.meaning(of: candidate, isInC: isInC) == key
    }
  }

  /// Removes cycles and, for a complete plan, everything else that the rules forbid.
  private mutating func fix(isComplete: Bool) {
    var oracle = CNameOracle(self)
    if isComplete {
      for finding in oracle.rules.duplicates { finding.bindings.forEach { remove($0) } }
      oracle = CNameOracle(self)
      for finding in oracle.rules.conflicts { finding.bindings.forEach { remove($0) } }
      oracle = CNameOracle(self)
      for finding in oracle.rules.needlessOverrides {
        for id in finding.bindings.dropLast() { remove(id) }
        if let last = finding.bindings.last { bindings[last].role = .whole }
      }
      // An override that was turned into a binding is one more target.
      for finding in CNameOracle(self).rules.duplicates { finding.bindings.forEach { remove($0) } }
    }
    while true {
      oracle = CNameOracle(self)
      let missing = isComplete ? oracle.missing : []
      let wrong = missing.isEmpty ? oracle.closing : missing
      guard !wrong.isEmpty else { return }
      for (id, requests) in Dictionary(grouping: wrong, by: \.binding) {
        let indices = Set(requests.map(\.request))
        bindings[id].requests = bindings[id].requests.enumerated()
          .filter { !indices.contains($0.offset) }.map(\.element)
      }
    }
  }
}

extension CNamePlan.Key {
  /// Whether the language can spell the key.
  fileprivate func isWritten(inC isInC: Bool) -> Bool {
    let isNamed =
      switch qualifier {
      case .none, .name: true
      case .alias, .unnamed: false
      }
    return switch element {
    case .integer, .real: !isInC || isNamed
    case .target, .point: isInC && isNamed
    case .thing, .other, .pointer: !isInC
    case .root, .factory: false
    }
  }
}
