@testable import Cleanse
@testable import CleanseGraph

/// Says of a plan who throws and who has to be awaited, from the documented rules alone.
struct PlanEffects {
  /// Somebody who can't cope with what comes of a request or of a factory.
  struct Fault {
    enum Kind {
      case request(Int)
      /// The factory itself.
      case factory
      /// A component whose `build` can't.
      case component(Int)
    }
    let binding: Int
    let kind: Kind
    /// Of a component: what its `build` copes with.
    let allowed: Effect?
    let propagated: Effect
  }

  private let oracle: PlanOracle
  private let plan: GraphPlan
  /// For each binding, those that it asks for while its value is made.
  private let eager: [[Int]]
  /// What comes of asking for each binding.
  private var propagated: [Effect?] = []
  /// The bindings that throw while they are made, if the census lets no factory off.
  private var failing: Set<Int> = []

  init(_ oracle: PlanOracle) {
    self.oracle = oracle
    plan = oracle.plan
    var eager: [[Int]] = oracle.plan.bindings.map { _ in [] }
    for id in oracle.inEffect {
      for request in oracle.plan.bindings[id].requests {
        guard
          case .found(_, let form, let found) = oracle.answer(
            request, from: oracle.plan.bindings[id].component),
          form == .instance || form == .optional
        else { continue }
        eager[id] += found
      }
    }
    self.eager = eager
    // Who waits may throw as well, so that is all that he tells.
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

  /// Whether asking for the binding runs its factory, or could.
  private func isMadeOnRequest(_ id: Int) -> Bool {
    let binding = plan.bindings[id]
    return binding.isFactory && !binding.isCalled && !binding.isPrepared
  }

  /// The bindings that start something, and all whose making it reaches.
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

  /// What comes of asking for what these bindings make together.
  func propagated(by bindings: [Int]) -> Effect? {
    bindings.reduce(nil) { max($0, propagated[$1]) }
  }

  /// Whoever can't cope with what he meets.
  var faults: [Fault] {
    var faults: [Fault] = []
    func check(
      _ propagated: Effect?, within allowed: Effect?, _ binding: Int, _ kind: Fault.Kind
    ) {
      guard let propagated, !(propagated as Effect?).isWithin(allowed) else { return }
      faults.append(Fault(binding: binding, kind: kind, allowed: allowed, propagated: propagated))
    }
    let inherited = oracle.rules.inheritedOverrides
    for id in oracle.inEffect {
      let binding = plan.bindings[id]
      let (component, handled) = (plan.components[binding.component], allowed(to: binding))
      for request in binding.requests.indices {
        guard
          case .found(_, let form, let found) = oracle.answer(
            binding.requests[request], from: binding.component)
        else { continue }
        let allowed: Effect? =
          switch form {
          case .instance, .optional: handled
          case .provider, .function, .sendableFunction, .tagged: nil
          case .throwing: .throwing
          case .awaiting, .weak: .asynchronous
          }
        check(propagated(by: found), within: allowed, id, .request(request))
      }
      if binding.isCalled { check(binding.effect, within: handled, id, .factory) }
      if binding.isPrepared {
        check(.asynchronous, within: component.key.handled, id, .factory)
      } else if binding.effect == .asynchronous,
        binding.isContribution || inherited.contains(id)
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

  /// Whether asking for what these bindings make together throws.
  func isThrown(requesting bindings: [Int]) -> Bool {
    bindings.contains { isMadeOnRequest($0) && failing.contains($0) }
  }

  /// Whether the call of what the binding makes throws.
  func isThrown(calling id: Int) -> Bool {
    plan.bindings[id].isCalled && failing.contains(id)
  }

  /// Whether building the component throws.
  func isThrown(building component: Int) -> Bool {
    starts(of: component).contains(where: failing.contains)
  }

  /// What is made when the component is built: what it awaits, and its root.
  func starts(of component: Int) -> [Int] {
    let roots = oracle.roots(of: component)
    return roots
      + roots.flatMap(reached).filter {
        plan.bindings[$0].component == component && plan.bindings[$0].isPrepared
      }
  }

  /// All that can come to be asked for once the binding is made.
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

  /// What is wrong with an error of asking for these bindings.
  ///
  /// - Parameter callee: What was called, at which the path then starts.
  func objection(to error: any Error, from starts: [Int], calling callee: Int? = nil) -> String? {
    guard let error = error as? ResolutionError,
      let cause = (error.underlying as? PlannedError)?.binding
    else { return "\(error) in place of a planned error" }
    let path = error.path.map { $0.location?.line ?? -1 }
    guard plan.bindings[cause].fails else { return "\(cause) threw, and does not" }
    let first = callee.map { [$0] } ?? starts
    guard path.last == cause, let start = path.first, first.contains(start),
      zip(path, path.dropFirst()).allSatisfy({ eager[$0].contains($1) })
    else { return "no way from \(starts) to \(cause): \(path)" }
    return nil
  }
}
