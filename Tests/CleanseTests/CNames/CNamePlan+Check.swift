@testable import Cleanse
@testable import CleanseC
@testable import CleanseGraph

/// How often random plans contained each case that the test is about.
struct CNameCoverage: CustomStringConvertible {
  /// Resolved requests of C functions in subcomponents, by kind.
  private(set) var inDescendants = 0
  private(set) var named = 0
  private(set) var tagged = 0
  private(set) var bridged = 0
  private(set) var unbridged = 0
  private(set) var fromAncestors = 0
  /// Requests in subcomponents that a C override provides.
  private(set) var overridden = 0
  /// Swift requests in subcomponents that C functions provide through names and bridges.
  private(set) var inSwift = 0
  /// C requests in subcomponents without a binding.
  private(set) var absent = 0
  private(set) var empty = 0

  mutating func add(_ call: CNamePlaying.Call, _ oracle: CNameOracle) {
    let (plan, binding) = (oracle.plan, oracle.plan.bindings[call.binding])
    guard binding.component > 0 else { return }
    for (request, got) in zip(binding.requests, call.got) {
      guard let got else {
        absent += 1
        continue
      }
      let providers = got.map { plan.bindings[$0] }
      if request.key.isArray, got.isEmpty { empty += 1 }
      if providers.contains(where: {
        if case .override = $0.role { $0.isInC && $0.component > 0 } else { false }
      }) {
        overridden += 1
      }
      guard binding.isInC else {
        if providers.contains(where: {
          $0.isInC && ($0.key.name != nil || oracle.isBridged($0.key))
        }
        ) {
          inSwift += 1
        }
        continue
      }
      inDescendants += 1
      if request.key.name != nil { named += 1 }
      if request.key.name != nil, providers.contains(where: { !$0.isInC }) { tagged += 1 }
      if oracle.isBridged(request.key) {
        bridged += 1
      } else if case .target = request.key.element {
        unbridged += 1
      }
      if providers.contains(where: { $0.component != binding.component }) { fromAncestors += 1 }
    }
  }

  /// Whether each case occurred often enough.
  var isEnough: Bool {
    [
      inDescendants, named, tagged, bridged, unbridged, fromAncestors, overridden, inSwift, absent,
      empty,
    ].allSatisfy { $0 >= 3 }
  }

  var description: String {
    "requests of C in subcomponents: \(inDescendants), \(named) named, \(tagged) of tags, "
      + "\(bridged) bridged, \(unbridged) of plain pointers, \(fromAncestors) from ancestors; "
      + "\(overridden) by C overrides, \(inSwift) by C in Swift, \(absent) absent, \(empty) empty"
  }
}

extension CNamePlan {
  /// The result of checking a plan.
  struct Verdict {
    /// The differences between the framework and the rules.
    var problems: [String] = []
    var errors: Set<Diagnostic.Code> = []
    var calls: [CNamePlaying.Call] = []
  }

  /// Records the plan, merges it from fragments, resolves it, and compares the results with the rules.
  ///
  /// - Parameter isWritten: Whether the fragments are written as JSON and read again.
  func check(isWritten: Bool) throws -> Verdict {
    let (oracle, playing) = (CNameOracle(self), CNamePlaying(self))
    let recording = playing.recording(of: contributors.indices)
    var verdict = Verdict()
    verdict.errors = oracle.errors
    verdict.problems += oracle.problems(of: recording.graph).map { "recorded: \($0)" }
    let merged = try playing.merged { graph in
      guard isWritten else { return graph }
      return try graph.written()
    }
    verdict.problems += oracle.problems(of: merged).map { "merged: \($0)" }
    guard oracle.errors.isEmpty, verdict.problems.isEmpty else { return verdict }
    _ = try ComponentFactory<CNameTop>(recording).build(())
    verdict.calls = playing.calls
    for call in verdict.calls {
      for (number, got) in call.got.enumerated() {
        let request = bindings[call.binding].requests[number]
        if case .factory = request.key.element { continue }
        let expected =
          oracle.isAbsent(number, of: call.binding)
          ? nil : oracle.answer(to: number, of: call.binding)
        if got != expected {
          verdict.problems.append(
            "\(call.binding) got \(got.map { "\($0)" } ?? "nil") for \(request), not "
              + (expected.map { "\($0)" } ?? "nil"))
        }
      }
    }
    return verdict
  }

  /// The smallest plan found that still fails.
  func shrunk(while fails: (CNamePlan) -> Bool) -> CNamePlan {
    var plan = self
    func keep(_ change: (inout CNamePlan) -> Void) {
      var smaller = plan
      change(&smaller)
      if fails(smaller) { plan = smaller }
    }
    for _ in 0..<2 {
      for id in bindings.indices {
        for request in plan.bindings[id].requests.indices.reversed() {
          keep { $0.bindings[id].requests.remove(at: request) }
        }
      }
      for id in bindings.indices.reversed() where bindings[id].installs == nil {
        keep { $0.remove(id) }
      }
      for component in components.indices {
        for index in plan.components[component].items.indices.reversed() {
          if case .bind = plan.components[component].items[index] { continue }
          keep { $0.components[component].items.remove(at: index) }
        }
      }
      for number in contributors.indices {
        for index in plan.contributors[number].indices.reversed() {
          if case .bind = plan.contributors[number][index] { continue }
          keep { $0.contributors[number].remove(at: index) }
        }
      }
    }
    return plan
  }
}

extension CNameOracle {
  private static let codes: Set<Diagnostic.Code> = [
    .cNameConflict, .cTypeConflict, .missingBinding, .duplicateBinding, .overrideConflict,
    .overrideWithoutTarget,
  ]

  /// The differences between the graph and the rules.
  fileprivate func problems(of graph: BindingGraph) -> [String] {
    let found = Set(
      GraphValidation().diagnostics(of: graph).filter { $0.severity == .error }.map(\.code))
    guard !hasNameConflict, !hasTypeConflict else {
      // The rules do not define which meaning has precedence, only that there are several.
      let conflicts: Set<Diagnostic.Code> = [.cNameConflict, .cTypeConflict]
      let common = found.intersection(conflicts)
      return common == errors ? [] : ["conflicts: \(common), not \(errors)"]
    }
    let relevant = found.intersection(Self.codes)
    var problems = relevant == errors ? [] : ["errors: \(relevant), not \(errors)"]
    for binding in graph.bindings where !binding.kind.isDeclaration {
      let id = binding.location?.line ?? -1
      for number in binding.requests.indices {
        let found = graph.bindings(answering: RequestIndex(number), of: binding)
          .filter { !$0.kind.isDeclaration }.map { $0.location?.line ?? -1 }
        let expected = answer(to: number, of: id) ?? []
        let isSame =
          rules.duplicates.isEmpty ? found == expected : Set(found) == Set(expected)
        if !isSame {
          problems.append("\(id) gets \(found) for request \(number), not \(expected)")
        }
      }
      if binding.signature != nil, inEffect.contains(id),
        (binding.effect == .throwing) != isThrowing(id)
      {
        problems.append("\(id) is throwing: \(binding.effect == .throwing)")
      }
    }
    return problems
  }
}

extension Cleanse.Binding.Kind {
  fileprivate var isDeclaration: Bool { self == .declaration || self == .optional }
}
