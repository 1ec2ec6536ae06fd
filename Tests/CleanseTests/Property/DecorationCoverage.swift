/// How often random plans contained decorators and lazy collections in the constellations that have rules of their own.
struct DecorationCoverage: CustomStringConvertible {
  /// Resolved decorators that wrap another one of their component.
  private(set) var aroundOthers = 0
  /// Resolved decorators that wrap what an ancestor provides.
  private(set) var aroundAncestors = 0
  /// Resolved decorators that wrap an override.
  private(set) var aroundOverrides = 0
  /// Resolved decorators of collections.
  private(set) var ofCollections = 0
  /// Resolved decorators to which a descendant's contributions are added.
  private(set) var extended = 0
  /// Resolved decorators of tagged keys.
  private(set) var tagged = 0
  /// Resolved decorators that are shared only because they wrap a shared binding.
  private(set) var sharedByOthers = 0
  /// Decorators of optionals that are nil.
  private(set) var idle = 0
  /// Resolved bindings that request providers of the elements of an array, and of a dictionary.
  private(set) var arrays = 0
  private(set) var dictionaries = 0

  /// - Parameter original: The plan in which only that is shared which is declared so.
  mutating func add(_ oracle: PlanOracle, of original: GraphPlan, _ reached: Set<Int>) {
    idle += oracle.rules.idle.count
    extended +=
      oracle.rules.extended.filter { isDecorator($0, original) }
      .filter(reached.contains).count
    for id in reached {
      let binding = oracle.plan.bindings[id]
      addElements(of: binding)
      guard binding.isDecorator else { continue }
      if binding.key.isCollection { ofCollections += 1 }
      if binding.key.tag != nil { tagged += 1 }
      if binding.isShared, !original.bindings[id].isShared { sharedByOthers += 1 }
      switch oracle.rules.wrapped(by: id, of: binding.key, in: binding.component) {
      case .ofAncestor: aroundAncestors += 1
      case .here(let bindings):
        if bindings.contains(where: { isDecorator($0, original) }) { aroundOthers += 1 }
        if bindings.contains(where: { original.bindings[$0].override != nil }) {
          aroundOverrides += 1
        }
      case .absent, .missing: break
      }
    }
  }

  private func isDecorator(_ id: Int, _ plan: GraphPlan) -> Bool { plan.bindings[id].isDecorator }

  private mutating func addElements(of binding: GraphPlan.Binding) {
    let lazy = binding.requests.filter { $0.form == .elements }
    if lazy.contains(where: { $0.key.shape == .list }) { arrays += 1 }
    if lazy.contains(where: { $0.key.shape == .table }) { dictionaries += 1 }
  }

  /// Whether each case occurred.
  var isEnough: Bool {
    [
      aroundOthers, aroundAncestors, aroundOverrides, ofCollections, extended, tagged,
      sharedByOthers, idle, arrays, dictionaries,
    ].allSatisfy { $0 >= 1 }
  }

  var description: String {
    "decorators: \(aroundOthers) around others, \(aroundAncestors) around what ancestors provide, "
      + "\(aroundOverrides) around overrides, \(ofCollections) of collections, "
      + "\(extended) with contributions of descendants, \(tagged) tagged, "
      + "\(sharedByOthers) shared like what they wrap, \(idle) of absent optionals; "
      + "requests of elements: \(arrays) of arrays, \(dictionaries) of dictionaries"
  }
}
