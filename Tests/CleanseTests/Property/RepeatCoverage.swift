/// How often random plans contained the cases of a test: keys that several components have, and overrides.
struct RepeatCoverage: CustomStringConvertible {
  /// Resolved overrides whose target is in an ancestor.
  private(set) var overAncestors = 0
  /// Resolved overrides in a subcomponent, whatever their target is.
  private(set) var inDescendants = 0
  /// Resolved overrides that replace contributions or several bindings.
  private(set) var overSeveral = 0
  /// Resolved overrides that replace others with a lower precedence.
  private(set) var overOverrides = 0
  /// Resolved overrides to which a descendant's contributions are added.
  private(set) var inherited = 0
  /// Resolved overrides whose enclosing module overrides.
  private(set) var byModule = 0
  /// Requests of an empty collection that their component declares.
  private(set) var emptyHere = 0
  /// Requests of an empty collection that an ancestor declares.
  private(set) var emptyInAncestor = 0
  /// Requests that only ancestors' contributions provide, where the component declares the
  /// collection.
  private(set) var declaredOver = 0
  /// Plans with overrides without a target, and with overrides of equal precedence.
  private(set) var needless = 0
  private(set) var conflicting = 0

  mutating func add(_ oracle: PlanOracle, _ reached: Set<Int>) {
    let (plan, rules) = (oracle.plan, oracle.rules)
    needless += rules.needlessOverrides.isEmpty ? 0 : 1
    conflicting += rules.conflicts.isEmpty ? 0 : 1
    let (replaced, heirs) = (rules.replaced, rules.extended)
    let overrides = Set(
      plan.components.indices.flatMap { component in
        plan.recordedItems(in: component).compactMap { item, precedence -> Int? in
          guard case .bind(let id) = item, plan.bindings[id].isFactory,
            !plan.bindings[id].isContribution, !plan.bindings[id].isDecorator
          else { return nil }
          if plan.bindings[id].override == nil, precedence != nil, reached.contains(id) {
            byModule += 1
          }
          return plan.bindings[id].override == nil && precedence == nil ? nil : id
        }
      })
    for id in overrides.intersection(reached) {
      let binding = plan.bindings[id]
      let rivals = replaced.filter {
        plan.bindings[$0].component == binding.component && plan.bindings[$0].key == binding.key
      }
      let others = rivals.subtracting(overrides)
      if binding.component > 0 { inDescendants += 1 }
      if others.isEmpty, binding.component > 0 { overAncestors += 1 }
      if others.count > 1 || others.contains(where: { plan.bindings[$0].isContribution }) {
        overSeveral += 1
      }
      if others.count < rivals.count { overOverrides += 1 }
      if heirs.contains(id) { inherited += 1 }
    }
    for id in reached where plan.bindings[id].isFactory {
      for (number, request) in plan.bindings[id].requests.enumerated()
      where request.key.isCollection && !oracle.wraps(id, request: number) {
        add(request, of: plan.bindings[id].component, oracle)
      }
    }
  }

  private mutating func add(
    _ request: GraphPlan.Request, of component: Int, _ oracle: PlanOracle
  ) {
    guard case .found(let key, _, let bindings) = oracle.answer(request, from: component),
      let here = oracle.rules.nearest(key, from: component)
    else { return }
    if bindings.isEmpty {
      if here == component { emptyHere += 1 } else { emptyInAncestor += 1 }
    } else if !bindings.contains(where: { oracle.plan.bindings[$0].component == here }) {
      declaredOver += 1
    }
  }

  /// Whether each case occurred often enough.
  var isEnough: Bool {
    [
      overAncestors, inDescendants, overSeveral, overOverrides, inherited, byModule, emptyHere,
      emptyInAncestor, declaredOver, needless, conflicting,
    ].allSatisfy { $0 >= 3 }
  }

  var description: String {
    "\(inDescendants) overrides in subcomponents, \(overAncestors) of ancestors' keys, "
      + "\(overSeveral) of several bindings, \(overOverrides) of overrides, "
      + "\(inherited) inherited, \(byModule) by a module; empty collections: \(emptyHere) declared "
      + "there, \(emptyInAncestor) in ancestors, \(declaredOver) filled by ancestors; "
      + "\(needless) plans with needless overrides, \(conflicting) with conflicting ones"
  }
}
