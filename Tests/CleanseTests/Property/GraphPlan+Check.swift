@testable import Cleanse
@testable import CleanseGraph

extension GraphPlan {
  /// The result of checking a plan.
  struct Verdict {
    /// The differences between the framework and the rules.
    var problems: [String] = []
    var isSound = false
    /// The bindings that were resolved.
    var reached: Set<Int> = []
    /// How often an expected error was thrown.
    var failures = 0
  }

  /// Records, validates, links and resolves the plan, and compares the three with each other and
  /// with the rules.
  func check() async -> Verdict {
    let (oracle, census) = (PlanOracle(self), Census())
    let effects = PlanEffects(oracle)
    var verdict = Verdict()
    do {
      let recording = Playing(self, census, keepsValues: true).recording
      let found = GraphValidation().diagnostics(of: recording.graph)
      let errors = found.filter { $0.severity == .error }
      // These are reported during recording, before there is a graph.
      let homeless = found.filter {
        $0.subject == nil && $0.code != .componentCycle && $0.code != .decoratorWithoutRequest
      }
      if let finding = homeless.first {
        verdict.problems.append("no subject: \(finding.message)")
      }
      // Other errors do not prevent linking.
      let stopping = errors.filter {
        [
          .missingBinding, .duplicateBinding, .overrideConflict, .dependencyCycle,
          .unhandledError, .unawaitedBinding,
        ].contains($0.code)
      }
      let cyclicValues = errors.filter { $0.code == .cyclicValue }
      if let problem = oracle.objection(to: recording.graph) { verdict.problems.append(problem) }
      let isAmbiguous = !oracle.rules.duplicates.isEmpty || !oracle.rules.conflicts.isEmpty
      // If several bindings provide a key, none is recorded as a part of the cycle.
      if !isAmbiguous {
        let expected = Set(oracle.cyclicValues).subtracting(oracle.cyclicLists)
        let found = Set(
          cyclicValues.compactMap {
            recording.graph.bindings[$0.subject?.binding ?? 0].location?.line
          })
        if found != expected {
          verdict.problems.append("cyclic values: \(found.sorted()), not \(expected.sorted())")
        }
      }
      let links = Self.linksEverySlot(recording)
      if stopping.isEmpty != links {
        verdict.problems.append(
          "links: \(links), validators: \(stopping.map(\.message).prefix(3))")
      }
      let faults = effects.faults
      let codes = Set(errors.map(\.code))
      let expected = [
        (Diagnostic.Code.missingBinding, !oracle.missing.isEmpty),
        (.duplicateBinding, !oracle.rules.duplicates.isEmpty),
        (.overrideConflict, !oracle.rules.conflicts.isEmpty),
        (.overrideWithoutTarget, !oracle.rules.needlessOverrides.isEmpty),
        (.dependencyCycle, !oracle.cycleClosing.isEmpty),
        (.unhandledError, faults.contains { $0.propagated == .throwing }),
        (.unawaitedBinding, faults.contains { $0.propagated == .asynchronous }),
      ]
      // If a key has several bindings, none is recorded as the throwing one.
      for (code, isExpected) in expected
      where codes.contains(code) != isExpected
        && (!isAmbiguous || (code != .unhandledError && code != .unawaitedBinding))
      {
        verdict.problems.append("\(code.rawValue): expected \(isExpected)")
      }
      verdict.isSound = stopping.isEmpty && cyclicValues.isEmpty
      if census.made != 0 { verdict.problems.append("something was created without a request") }
      guard links, verdict.isSound, oracle.cyclicLists.isEmpty, !oracle.hasUnknownDuplicates,
        verdict.problems.isEmpty
      else { return verdict }
      await verdict.resolve(recording, oracle, effects, census)
      census.release()
    }
    if census.alive != 0 { verdict.problems.append("\(census.alive) instances are left") }
    return verdict
  }

  private static func linksEverySlot(_ recording: Recording) -> Bool {
    let linker = Linker(recording)
    do throws(Linker.Failure) {
      let groups = recording.graph.resolution.groups
      for group in recording.graph.resolution.groupIndices where !groups[group].isAbsent {
        _ = try linker.link(group: group)
      }
      try linker.linkRoot()
      return true
    } catch {
      return false
    }
  }
}

extension GraphPlan.Verdict {
  fileprivate mutating func resolve(
    _ recording: Recording, _ oracle: PlanOracle, _ effects: PlanEffects, _ census: Census
  ) async {
    func open<C: CallerEffect>(_: C.Type) async throws -> GraphWalk {
      let factory = try ComponentFactory<PlannedTop<C>>(recording)
      var walk = GraphWalk(oracle, effects, census)
      for _ in 0..<2 {
        await walk.build(0, seed: nil, inside: []) { _ in try await factory.buildAsDeclared(()) }
      }
      await walk.retry()
      return walk
    }
    do {
      let walk = try await open(callerEffect(for: oracle.plan.components[0].key.handled))
      problems += walk.problems
      reached = walk.reached
      failures = walk.failures
    } catch {
      problems.append("the root can't be linked: \(error)")
    }
  }
}

extension PlanOracle {
  /// The difference between the bindings in effect by the graph and by the rules.
  fileprivate func objection(to graph: BindingGraph) -> String? {
    // A seed has no line.
    let replaced = Set(graph.bindings.filter(graph.isReplaced).compactMap(Self.line))
    let expected = rules.replaced.filter { plan.bindings[$0].isFactory }
    guard replaced == expected else {
      return "replaced: \(replaced.sorted()), not \(expected.sorted())"
    }
    // Bindings of a whole together with contributions have no order.
    let isOrdered = rules.duplicates.isEmpty
    for binding in graph.bindings {
      guard let id = Self.line(binding), plan.bindings[id].isFactory else { continue }
      for number in binding.requests.indices {
        let found = graph.bindings(answering: RequestIndex(number), of: binding)
          .filter { $0.kind != .declaration }.map(Self.line)
        let planned =
          switch answer(number, of: id) {
          case .found(_, _, let bindings): bindings
          case .absent, .missing: [Int]()
          }
        let visible = planned.map { plan.bindings[$0].source.isSeed ? nil : $0 }
        if isOrdered ? found != visible : Set(found) != Set(visible) {
          return "\(id) gets \(found) for its request \(number), not \(visible)"
        }
      }
    }
    return nil
  }

  /// The index of a binding in the plan; nil for a seed and for a declaration without a value.
  private static func line(_ binding: Cleanse.Binding) -> Int? {
    switch binding.kind {
    case .declaration, .optional, .seed, .seedElement: return nil
    case .single, .decorator, .contribution, .subcomponent: break
    }
    return binding.location?.line
  }
}
