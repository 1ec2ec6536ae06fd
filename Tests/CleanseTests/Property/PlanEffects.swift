@testable import Cleanse
@testable import CleanseGraph

/// Derives from a plan which bindings throw and which are asynchronous, by the documented rules alone.
struct PlanEffects {
  /// A request or a factory that does not handle a propagated effect.
  struct Fault {
    enum Kind {
      case request(Int)
      /// The factory itself.
      case factory
      /// A component whose `build` does not handle it.
      case component(Int)
    }
    let binding: Int
    let kind: Kind
    /// For a component: the effect that its `build` handles.
    let allowed: Effect?
    let propagated: Effect
  }

  private let oracle: PlanOracle
  private let plan: GraphPlan
  /// For each binding, the dependencies that are created with its value.
  private let eager: [[Int]]
  /// The propagated effect of a request of each binding.
  private var propagated: [Effect?] = []
  /// The bindings that throw when they are created, unless the census prevents it.
  private var failing: Set<Int> = []

  init(_ oracle: PlanOracle) {
    self.oracle = oracle
    plan = oracle.plan
    var eager: [[Int]] = oracle.plan.bindings.map { _ in [] }
    for id in oracle.inEffect {
      for request in oracle.plan.bindings[id].requests.indices {
        guard case .found(_, let form, let found) = oracle.answer(request, of: id),
          form == .instance || form == .optional
        else { continue }
        eager[id] += found
      }
    }
    self.eager = eager
    // An asynchronous factory can throw as well, so only the asynchronous effect is reported.
    let throwing = spread {
      plan.bindings[$0].effect == .throwing
    } through: {
      plan.bindings[$0].effect != .asynchronous
    }
    propagated = plan.bindings.indices.map { id in
      guard isMadeOnRequest(id) else { return nil }
      let isAwaited = plan.bindings[id].effect == .asynchronous
      return isAwaited ? .asynchronous : throwing.contains(id) ? .throwing : nil
    }
    failing = spread {
      plan.bindings[$0].fails
    } through: { _ in
      true
    }
  }

  /// Whether a request of the binding runs its factory, or can run it.
  private func isMadeOnRequest(_ id: Int) -> Bool {
    let binding = plan.bindings[id]
    return binding.isFactory && !binding.isCalled && !binding.isPrepared
  }

  /// The starting bindings, and all bindings whose creation they propagate to.
  private func spread(from starts: (Int) -> Bool, through: (Int) -> Bool) -> Set<Int> {
    var requesters: [Int: [Int]] = [:]
    for id in oracle.inEffect {
      for next in eager[id] { requesters[next, default: []].append(id) }
    }
    var next = oracle.inEffect.filter(starts)
    var reached = Set(next)
    while let id = next.popLast() {
      guard isMadeOnRequest(id), through(id) else { continue }
      for requester in requesters[id, default: []] where reached.insert(requester).inserted {
        next.append(requester)
      }
    }
    return reached
  }

  /// Whether a weak provider of a component makes the binding's instance if there was none.
  func isMadeOnWeakRequest(_ id: Int, from component: Int) -> Bool {
    let binding = plan.bindings[id]
    // A component that declares a collection makes one of its own from those of its ancestors.
    let provider = oracle.rules.outwards(from: component).first {
      oracle.rules.isThere(binding.key, in: $0)
    }
    guard !binding.key.isCollection || provider == binding.component else { return false }
    return binding.isShared && !binding.isPrepared && !binding.isContribution
      && propagated(by: [id]) == nil
  }

  /// The bindings whose instances the weak requests of a binding make.
  func madeOnWeakRequest(by id: Int) -> [Int] {
    let binding = plan.bindings[id]
    return binding.requests.indices.flatMap { request -> [Int] in
      guard case .found(_, .weak, let found) = oracle.answer(request, of: id), found.count == 1
      else { return [] }
      return found.filter { isMadeOnWeakRequest($0, from: oracle.origin(of: request, of: id)) }
    }
  }

  /// The effect of a request that these bindings provide together.
  func propagated(by bindings: [Int]) -> Effect? {
    bindings.reduce(nil) { max($0, propagated[$1]) }
  }

  /// The requests and factories that do not handle a propagated effect.
  var faults: [Fault] {
    var faults: [Fault] = []
    func check(
      _ propagated: Effect?, within allowed: Effect?, _ binding: Int, _ kind: Fault.Kind
    ) {
      guard let propagated, !(propagated as Effect?).isWithin(allowed) else { return }
      faults.append(Fault(binding: binding, kind: kind, allowed: allowed, propagated: propagated))
    }
    let extended = oracle.rules.extended
    for id in oracle.inEffect {
      let binding = plan.bindings[id]
      let (component, handled) = (plan.components[binding.component], allowed(to: binding))
      for request in binding.requests.indices {
        guard case .found(_, let form, let found) = oracle.answer(request, of: id)
        else { continue }
        let allowed: Effect? =
          switch form {
          case .instance, .optional: handled
          case .provider, .function, .sendableFunction, .tagged, .elements: nil
          case .throwing: .throwing
          case .awaiting, .weak: .asynchronous
          }
        check(propagated(by: found), within: allowed, id, .request(request))
      }
      if binding.isCalled { check(binding.effect, within: handled, id, .factory) }
      if binding.isPrepared {
        check(.asynchronous, within: component.key.handled, id, .factory)
      } else if binding.effect == .asynchronous,
        binding.isContribution || extended.contains(id)
      {
        check(.asynchronous, within: .throwing, id, .factory)
      }
      if oracle.roots(of: binding.component).contains(id) {
        check(
          propagated[id], within: component.key.handled, id, .component(binding.component))
      }
    }
    return faults
  }

  private func allowed(to binding: GraphPlan.Binding) -> Effect? {
    if binding.isCalled { return binding.key.handled }
    return binding.effect == .asynchronous ? .asynchronous : .throwing
  }

  /// Whether a request that these bindings provide together throws.
  func isThrown(requesting bindings: [Int]) -> Bool {
    bindings.contains { isMadeOnRequest($0) && failing.contains($0) }
  }

  /// Whether a call of the binding's value throws.
  func isThrown(calling id: Int) -> Bool {
    plan.bindings[id].isCalled && failing.contains(id)
  }

  /// Whether building the component throws.
  func isThrown(building component: Int) -> Bool {
    starts(of: component).contains(where: failing.contains)
  }

  /// What `build` creates: the asynchronous instances, and the root.
  func starts(of component: Int) -> [Int] {
    let roots = oracle.roots(of: component)
    return roots
      + roots.flatMap(reached).filter {
        plan.bindings[$0].component == component && plan.bindings[$0].isPrepared
      }
  }

  /// Everything that can be requested once the binding is created.
  private func reached(from start: Int) -> Set<Int> {
    var (reached, next): (Set<Int>, [Int]) = ([start], [start])
    while let id = next.popLast() {
      let requests = plan.bindings[id].requests.indices
      let dependencies = requests.flatMap { oracle.dependencies(id, request: $0) }
      for dependency in dependencies + oracle.roots(installedBy: id)
      where reached.insert(dependency).inserted {
        next.append(dependency)
      }
    }
    return reached
  }

  /// The mistake in the error of a request of these bindings.
  ///
  /// - Parameter callee: The binding that was called, at which the path then starts.
  func objection(to error: any Error, from starts: [Int], calling callee: Int? = nil) -> String? {
    guard let error = error as? ResolutionError,
      let cause = (error.underlying as? PlannedError)?.binding
    else { return "\(error) instead of a planned error" }
    let path = error.path.map { $0.location?.line ?? -1 }
    guard plan.bindings[cause].fails else { return "\(cause) threw, and does not" }
    let first = callee.map { [$0] } ?? starts
    guard path.last == cause, let start = path.first, first.contains(start),
      zip(path, path.dropFirst()).allSatisfy({ eager[$0].contains($1) })
    else { return "no way from \(starts) to \(cause): \(path)" }
    return nil
  }
}
