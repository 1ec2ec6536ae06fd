@testable import CleanseC
@testable import CleanseGraph

/// Derives from a plan what its C names mean and what provides what, by the documented rules alone: a name
/// after an `@` is the tag with this name, and `tN *` is the type of a bridge, wherever it is installed.
struct CNameOracle {
  typealias Key = CNamePlan.Key

  /// One language's use of a key.
  private struct Mention {
    let key: Key
    let isInC: Bool

    /// Whether Swift code mentions a tag that has the C name of the key, and its type.
    func isTag(ofKindOf other: Key) -> Bool {
      !isInC && key.name != nil && key.name == other.name && key.element == other.element
        && key.isArray == other.isArray
    }
  }

  let plan: CNamePlan
  private(set) var rules: ScopeRules<Key>
  private var mentions: [Mention] = []
  /// The bridges of each target, in order of installation.
  private var bridges: [Int: [CNamePlan.Element]] = [:]
  /// A declaration of the handle `tN *` by a contributor; nil for the application.
  private struct HandleUse: Hashable {
    let target: Int
    let contributor: Int?
  }

  /// The declared destructors.
  private var handles: [HandleUse] = []
  /// The bindings in effect.
  private(set) var inEffect: [Int] = []

  init(_ plan: CNamePlan) {
    self.plan = plan
    rules = ScopeRules(parents: plan.components.map(\.parent))
    let items = plan.components.indices.map { plan.items(of: $0) }
    for item in items.joined() { note(item) }
    for component in plan.components { noteHandles(component.items, of: nil) }
    for (number, items) in plan.contributors.enumerated() { noteHandles(items, of: number) }
    for component in items.indices {
      for item in items[component] { add(item, to: component) }
    }
    let replaced = rules.replaced
    inEffect = plan.bindings.indices.filter { id in
      !replaced.contains(id)
        && items[plan.bindings[id].component].contains {
          if case .bind(id) = $0 { true } else { false }
        }
    }
  }

  private mutating func note(_ item: CNamePlan.Item) {
    switch item {
    case .bind(let id):
      let binding = plan.bindings[id]
      for key in [binding.key] + binding.requests.map(\.key) {
        mentions.append(Mention(key: key, isInC: binding.isInC))
      }
    case .declareCollection(let key, let isInC), .declareOptional(let key, let isInC):
      mentions.append(Mention(key: key, isInC: isInC))
    case .bridge(let target, let isOther):
      let value = isOther ? CNamePlan.Element.other(target) : .thing(target)
      if bridges[target]?.contains(value) != true { bridges[target, default: []].append(value) }
    case .handle: break
    }
  }

  private mutating func noteHandles(_ items: [CNamePlan.Item], of contributor: Int?) {
    for item in items {
      guard case .handle(let target) = item else { continue }
      handles.append(HandleUse(target: target, contributor: contributor))
    }
  }

  private mutating func add(_ item: CNamePlan.Item, to component: Int) {
    switch item {
    case .bind(let id):
      let binding = plan.bindings[id]
      let role: ScopeRules<Key>.Role =
        switch binding.role {
        case .whole: .whole
        case .contribution(let order, _): .contribution(order: order)
        case .override(let precedence): .override(precedence: precedence)
        }
      rules.add(id, role, of: meaning(of: binding.key, isInC: binding.isInC), in: component)
    case .declareCollection(let key, let isInC):
      rules.declareCollection(meaning(of: key, isInC: isInC), in: component)
    case .declareOptional(let key, let isInC):
      rules.declareOptional(meaning(of: key, isInC: isInC), in: component)
    case .bridge, .handle: break
    }
  }

  /// The key that both languages use for it.
  func meaning(of key: Key, isInC: Bool) -> Key {
    guard isInC else { return key }
    let meaning = translated(key)
    return mentions.first { $0.isTag(ofKindOf: meaning) }?.key ?? meaning
  }

  /// The C key with its Swift type, under its C name.
  private func translated(_ key: Key) -> Key {
    guard case .target(let target) = key.element else { return key }
    var meaning = key
    if let bridged = bridges[target]?.first {
      meaning.element = bridged
    } else if let name = key.name, isTagOfPointers(name, isArray: key.isArray) {
      // A tag of plain pointers and the only C type with its name are one key.
      meaning.element = .pointer
    }
    return meaning
  }

  private func isTagOfPointers(_ name: Int, isArray: Bool) -> Bool {
    mentions.contains {
      !$0.isInC && $0.key.name == name && $0.key.element == .pointer && $0.key.isArray == isArray
    }
  }

  /// Whether a bridge converts the C key to a Swift type.
  func isBridged(_ key: Key) -> Bool {
    guard case .target(let target) = key.element else { return false }
    return bridges[target] != nil
  }

  /// Whether a contributor declares two destructors of a type.
  private var hasHandleConflict: Bool { Set(handles).count < handles.count }

  /// Whether a name is ambiguous: two tags, two bridges, or the destructors of a type.
  var hasNameConflict: Bool {
    let tags = Set(mentions.filter { !$0.isInC && $0.key.name != nil }.map(\.key))
    return Set(tags.map(\.name)).count < tags.count
      || bridges.values.contains { $0.count > 1 } || hasHandleConflict
  }

  /// Whether a name has several types.
  var hasTypeConflict: Bool {
    var types: [Int: Set<Key>] = [:]
    for mention in mentions {
      guard let name = mention.key.name else { continue }
      var type = meaning(of: mention.key, isInC: mention.isInC)
      type.qualifier = .none
      types[name, default: []].insert(type)
    }
    let pointers = Dictionary(
      grouping: mentions.filter { $0.isInC && $0.key.name != nil && !isBridged($0.key) },
      by: \.key.name
    ).mapValues { mentions in
      Set(
        mentions.compactMap { mention -> Int? in
          if case .target(let target) = mention.key.element { target } else { nil }
        })
    }
    return types.values.contains { $0.count > 1 } || pointers.values.contains { $0.count > 1 }
  }

  /// The bindings that provide a request; empty for a declared optional, nil if it is missing.
  func answer(to request: Int, of id: Int) -> [Int]? {
    let binding = plan.bindings[id]
    let key = meaning(of: binding.requests[request].key, isInC: binding.isInC)
    if let found = rules.bindings(of: key, from: binding.component) { return found }
    let isOptional = rules.outwards(from: binding.component).contains {
      rules.isOptional(key, in: $0)
    }
    return binding.requests[request].form == .optional && isOptional ? [] : nil
  }

  /// Whether the request is nil.
  func isAbsent(_ request: Int, of id: Int) -> Bool {
    let binding = plan.bindings[id]
    let key = meaning(of: binding.requests[request].key, isInC: binding.isInC)
    return rules.nearest(key, from: binding.component) == nil
  }

  /// Requests without a binding.
  var missing: [(binding: Int, request: Int)] {
    inEffect.flatMap { id in
      plan.bindings[id].requests.indices.filter { answer(to: $0, of: id) == nil }.map { (id, $0) }
    }
  }

  /// Requests of any form that lead back to their binding.
  var closing: [(binding: Int, request: Int)] {
    var (isOpen, found) = ([Int: Bool](), [(binding: Int, request: Int)]())
    func visit(_ id: Int) {
      isOpen[id] = true
      for request in plan.bindings[id].requests.indices {
        for next in answer(to: request, of: id) ?? [] {
          if isOpen[next] == true { found.append((id, request)) }
          if isOpen[next] == nil { visit(next) }
        }
      }
      if let inner = plan.bindings[id].installs {
        let root = plan.components[inner].root
        if isOpen[root] == nil { visit(root) }
      }
      isOpen[id] = false
    }
    for id in inEffect where isOpen[id] == nil { visit(id) }
    return found
  }

  /// The errors that the graph must have.
  var errors: Set<Diagnostic.Code> {
    let conflicts: [(Diagnostic.Code, Bool)] = [
      (.cNameConflict, hasNameConflict), (.cTypeConflict, hasTypeConflict),
    ]
    let others: [(Diagnostic.Code, Bool)] = [
      (.missingBinding, !missing.isEmpty), (.duplicateBinding, !rules.duplicates.isEmpty),
      (.overrideConflict, !rules.conflicts.isEmpty),
      (.overrideWithoutTarget, !rules.needlessOverrides.isEmpty),
    ]
    // Other errors depend on which meaning has precedence.
    let isClear = !hasNameConflict && !hasTypeConflict
    return Set((conflicts + (isClear ? others : [])).filter(\.1).map(\.0))
  }

  /// Whether the binding of a C function throws, by the table of Documentation/PluginABI.md.
  func isThrowing(_ id: Int) -> Bool {
    let binding = plan.bindings[id]
    func isPointer(_ key: Key) -> Bool {
      if case .target = key.element { true } else { false }
    }
    var isArray = binding.key.isArray
    if case .contribution(_, let isSeveral) = binding.role { isArray = isSeveral }
    return binding.throwsInC || isArray || isPointer(binding.key)
      || binding.requests.contains { $0.form == .provider || isBridged($0.key) }
  }
}
