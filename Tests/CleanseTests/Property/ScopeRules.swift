/// What components provide for keys, by the documented rules: the nearest component that has the key decides,
/// an override replaces everything else, contributions add up, and decorators wrap the result.
///
/// It is slow and obvious, and shares no code with the framework. Bindings are identified by number.
struct ScopeRules<Key: Hashable> {
  /// The role of a binding for its key.
  enum Role {
    case whole
    case contribution(order: Int)
    /// - Parameter module: The module whose inclusion makes it an override; nil if the binding itself is marked.
    case override(precedence: Int, module: Int? = nil)
    case decorator(order: Int)
  }

  /// The declarations of one component under a key.
  private struct Entry {
    var wholes: [Int] = []
    var contributions: [(order: Int, binding: Int)] = []
    var overrides: [(precedence: Int, binding: Int, module: Int?)] = []
    /// Whether it is declared as a collection.
    var isDeclared = false
    var decorators: [(order: Int, binding: Int)] = []
    /// Whether it is declared as an optional.
    var isOptional = false

    var hasParts: Bool { isDeclared || !contributions.isEmpty }
    /// Whether there is something besides decorators.
    var isBound: Bool { hasParts || !wholes.isEmpty || !overrides.isEmpty }
    /// The decorators, the innermost first.
    var wrappers: [Int] { decorators.sorted { $0.order < $1.order }.map(\.binding) }
    /// The one binding that provides the value, if there is one.
    var single: Int? {
      let candidates = overrides.isEmpty ? hasParts ? [] : wholes : effectiveOverrides
      return candidates.count == 1 ? candidates[0] : nil
    }
    /// The overrides with the highest precedence.
    var effectiveOverrides: [Int] {
      let highest = overrides.map(\.precedence).max()
      return overrides.filter { $0.precedence == highest }.map(\.binding)
    }
  }

  /// A key of a component with some of its bindings.
  struct Finding {
    let component: Int
    let key: Key
    let bindings: [Int]
  }

  private let parents: [Int?]
  /// Each component and its ancestors, the nearest first.
  private let outwards: [[Int]]
  private var entries: [[Key: Entry]]
  /// The keys that each component itself binds or declares, in order.
  private(set) var keys: [[Key]]

  /// - Parameter parents: The parent of each component; nil for the root component.
  init(parents: [Int?]) {
    self.parents = parents
    func outwards(from component: Int) -> [Int] {
      [component] + (parents[component].map { outwards(from: $0) } ?? [])
    }
    self.outwards = parents.indices.map { outwards(from: $0) }
    entries = parents.map { _ in [:] }
    keys = parents.map { _ in [] }
  }

  mutating func add(_ binding: Int, _ role: Role, of key: Key, in component: Int) {
    change(key, in: component) { entry in
      switch role {
      case .whole: entry.wholes.append(binding)
      case .contribution(let order): entry.contributions.append((order, binding))
      case .override(let precedence, let module):
        entry.overrides.append((precedence, binding, module))
      case .decorator(let order): entry.decorators.append((order, binding))
      }
    }
  }

  mutating func declareCollection(_ key: Key, in component: Int) {
    change(key, in: component) { $0.isDeclared = true }
  }

  mutating func declareOptional(_ key: Key, in component: Int) {
    change(key, in: component) { $0.isOptional = true }
  }

  private mutating func change(_ key: Key, in component: Int, _ change: (inout Entry) -> Void) {
    var entry = entries[component][key] ?? Entry()
    let wasThere = entry.isBound || !entry.decorators.isEmpty
    change(&entry)
    entries[component][key] = entry
    if !wasThere, entry.isBound || !entry.decorators.isEmpty { keys[component].append(key) }
  }

  /// A component and its ancestors, the nearest first.
  func outwards(from component: Int) -> [Int] { outwards[component] }

  private func ancestors(of component: Int) -> [Int] {
    Array(outwards(from: component).dropFirst())
  }

  /// Whether the component itself provides the key.
  func isThere(_ key: Key, in component: Int) -> Bool {
    guard let entry = entries[component][key] else { return false }
    return entry.isBound || !entry.decorators.isEmpty && !isIdle(key, in: component)
  }

  /// Whether the decorators of a component wrap nothing, as the key is declared as an optional and has no binding.
  private func isIdle(_ key: Key, in component: Int) -> Bool {
    guard let entry = entries[component][key], !entry.isBound else { return false }
    return ancestors(of: component).allSatisfy { !isThere(key, in: $0) }
      && outwards(from: component).contains { isOptional(key, in: $0) }
  }

  /// Whether the component itself declares that the key may be nil.
  func isOptional(_ key: Key, in component: Int) -> Bool {
    entries[component][key]?.isOptional ?? false
  }

  /// The nearest component that provides the key.
  func nearest(_ key: Key, from component: Int) -> Int? {
    outwards(from: component).first { isThere(key, in: $0) }
  }

  /// The bindings that provide the key to the component; nil if it is missing.
  func bindings(of key: Key, from component: Int) -> [Int]? {
    guard let here = nearest(key, from: component), let entry = entries[here][key] else {
      return nil
    }
    return entry.wrappers.last.map { [$0] } ?? undecorated(key, in: here)
  }

  /// The bindings that provide the key in a component that binds or declares it, without its decorators.
  func undecorated(_ key: Key, in component: Int) -> [Int] {
    guard let entry = entries[component][key] else { return [] }
    if !entry.overrides.isEmpty { return entry.effectiveOverrides }
    let own = entry.contributions.sorted { $0.order < $1.order }.map(\.binding)
    guard entry.wholes.isEmpty else { return entry.wholes + own }
    return (inherited(key, by: component).flatMap { bindings(of: key, from: $0) } ?? []) + own
  }

  /// What a decorator wraps.
  enum Wrapped: Equatable {
    /// Bindings of the same component, or those that they add to.
    case here([Int])
    case ofAncestor([Int])
    /// An optional that is nil.
    case absent
    case missing
  }

  func wrapped(by decorator: Int, of key: Key, in component: Int) -> Wrapped {
    guard let entry = entries[component][key],
      let position = entry.wrappers.firstIndex(of: decorator), !isIdle(key, in: component)
    else { return .absent }
    if position > 0 { return .here([entry.wrappers[position - 1]]) }
    if entry.isBound { return .here(undecorated(key, in: component)) }
    let found = parents[component].flatMap { bindings(of: key, from: $0) }
    return found.map { .ofAncestor($0) } ?? .missing
  }

  /// Each decorator that wraps a single binding of its own component, with that binding, from the inside out.
  var decorations: [(decorator: Int, inner: Int)] {
    entries.flatMap(\.values).flatMap { entry in
      let wrappers = entry.wrappers
      let layers = zip(wrappers, [entry.single] + wrappers.dropLast().map(Optional.some))
      return layers.compactMap { decorator, inner in inner.map { (decorator, $0) } }
    }
  }

  /// The ancestor whose collection the component adds to.
  private func inherited(_ key: Key, by component: Int) -> Int? {
    guard let entry = entries[component][key], entry.hasParts, entry.wholes.isEmpty,
      entry.overrides.isEmpty
    else { return nil }
    let parent = parents[component].flatMap { nearest(key, from: $0) }
    return parent.flatMap { isCollection(key, in: $0) ? $0 : nil }
  }

  /// Whether the component has a collection under the key, or an override or a decorator of an ancestor's.
  private func isCollection(_ key: Key, in component: Int) -> Bool {
    guard let entry = entries[component][key] else { return false }
    if entry.hasParts { return true }
    guard !entry.overrides.isEmpty || !entry.decorators.isEmpty, entry.wholes.isEmpty else {
      return false
    }
    let parent = parents[component].flatMap { nearest(key, from: $0) }
    return parent.map { isCollection(key, in: $0) } ?? false
  }

  /// The bindings that an override of their own component replaces, and decorators of an optional that is nil.
  var replaced: Set<Int> {
    var replaced = idle
    for entry in entries.flatMap(\.values) where !entry.overrides.isEmpty {
      replaced.formUnion(entry.wholes)
      replaced.formUnion(entry.contributions.map(\.binding))
      replaced.formUnion(entry.overrides.map(\.binding))
      replaced.subtract(entry.effectiveOverrides)
    }
    return replaced
  }

  /// The decorators of optionals that are nil.
  var idle: Set<Int> {
    Set(
      entries.indices.flatMap { component in
        keys[component].filter { isIdle($0, in: component) }
          .flatMap { entries[component][$0]?.wrappers ?? [] }
      })
  }

  /// Each override in effect, with the bindings of its key that it replaces, but contributions.
  var wholesReplaced: [(override: Int, wholes: [Int])] {
    entries.flatMap(\.values).flatMap { entry in
      let inEffect = entry.effectiveOverrides
      let others = entry.overrides.map(\.binding).filter { !inEffect.contains($0) }
      return inEffect.map { ($0, entry.wholes + others) }
    }
  }

  /// Ambiguous bindings: several bindings of a key, or one of a whole collection together with
  /// contributions to it. An override resolves the ambiguity.
  var duplicates: [Finding] {
    findings { _, entry in
      guard entry.overrides.isEmpty,
        entry.wholes.count > 1 || !entry.wholes.isEmpty && entry.hasParts
      else { return nil }
      // A plan that keeps one keeps the first, or the collection.
      return entry.hasParts ? entry.wholes : Array(entry.wholes.sorted().dropFirst())
    }
  }

  /// Keys for which several overrides have the highest precedence.
  var conflicts: [Finding] {
    findings { _, entry in
      entry.effectiveOverrides.count > 1 ? Array(entry.effectiveOverrides.dropLast()) : nil
    }
  }

  /// Overrides of keys that are neither bound nor declared, in their component or an ancestor; those of a module that is
  /// included to override only if it has no others.
  var needlessOverrides: [Finding] {
    let all = findings { _, entry in entry.overrides.isEmpty ? nil : entry.overrides.map(\.binding)
    }
    let needless = all.filter { !hasTarget($0.key, in: $0.component) }
    func modules(_ finding: Finding) -> [Int?] {
      entries[finding.component][finding.key]?.overrides.map(\.module) ?? []
    }
    return needless.filter { finding in
      modules(finding).contains { module in
        module == nil
          || all.allSatisfy {
            $0.component != finding.component || !modules($0).contains(module)
              || !hasTarget($0.key, in: $0.component)
          }
      }
    }
  }

  /// Whether there is something that an override of the key replaces.
  private func hasTarget(_ key: Key, in component: Int) -> Bool {
    if let entry = entries[component][key], !entry.wholes.isEmpty || entry.hasParts { return true }
    return outwards(from: component).contains { isOptional(key, in: $0) }
      || ancestors(of: component).contains { isThere(key, in: $0) }
  }

  /// The overrides in effect and the decorators in an ancestor to which a descendant's contributions are added.
  var extended: Set<Int> {
    var found: Set<Int> = []
    for component in entries.indices {
      for key in keys[component] {
        if let parent = inherited(key, by: component), let entry = entries[parent][key] {
          found.formUnion(entry.wrappers.last.map { [$0] } ?? entry.effectiveOverrides)
        }
      }
    }
    return found
  }

  private func findings(_ bindings: (_ component: Int, Entry) -> [Int]?) -> [Finding] {
    entries.indices.flatMap { component in
      keys[component].compactMap { key in
        entries[component][key].flatMap { bindings(component, $0) }
          .map { Finding(component: component, key: key, bindings: $0) }
      }
    }
  }
}
