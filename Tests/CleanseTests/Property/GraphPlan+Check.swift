@testable import Cleanse

extension GraphPlan {
  /// What became of a plan.
  struct Verdict {
    /// What the framework and the rules disagree on.
    var problems: [String] = []
    var isSound = false
    var reached = 0
  }

  /// Records, validates, links and resolves the plan, and compares the three with each other and
  /// with the rules.
  func check() -> Verdict {
    let (oracle, census) = (PlanOracle(self), Census())
    var verdict = Verdict()
    do {
      let recording = Playing(self, census).recording
      let found = GraphValidation().diagnostics(of: BindingGraph(recording))
      let errors = found.filter { $0.severity == .error }
      // Rings are told while they are recorded, where no graph is yet.
      let homeless = found.filter {
        $0.subject == nil && $0.code != .componentRing && $0.code != .moduleRing
      }
      if let finding = homeless.first {
        verdict.problems.append("no subject: \(finding.message)")
      }
      // Other errors are mistakes that can be linked all the same.
      let stopping = errors.filter {
        [.missingBinding, .duplicateBinding, .dependencyCycle].contains($0.code)
      }
      let links = Self.linksEverySlot(recording)
      if stopping.isEmpty != links {
        verdict.problems.append(
          "links: \(links), validators: \(stopping.map(\.message).prefix(3))")
      }
      let codes = Set(stopping.map(\.code))
      let expected = [
        (Diagnostic.Code.missingBinding, !oracle.missing.isEmpty),
        (.duplicateBinding, !oracle.duplicates.isEmpty),
        (.dependencyCycle, !oracle.ringClosing.isEmpty),
      ]
      for (code, isExpected) in expected where codes.contains(code) != isExpected {
        verdict.problems.append("\(code.rawValue): expected \(isExpected)")
      }
      verdict.isSound = stopping.isEmpty
      if census.made != 0 { verdict.problems.append("something was made without being asked for") }
      guard links, stopping.isEmpty, verdict.problems.isEmpty else { return verdict }
      verdict.resolve(recording, oracle, census)
    }
    if census.alive != 0 { verdict.problems.append("\(census.alive) instances are left") }
    return verdict
  }

  private static func linksEverySlot(_ recording: Recording) -> Bool {
    let linker = Linker(recording)
    do throws(Linker.Failure) {
      for slot in recording.slots.indices where !recording.slots[slot].isAbsent {
        _ = try linker.link(slot: slot)
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
    _ recording: Recording, _ oracle: PlanOracle, _ census: Census
  ) {
    do {
      let factory = try ComponentFactory<PlannedTop>(recording)
      var walk = GraphWalk(oracle, census)
      for _ in 0..<2 {
        walk.walk(factory.build(()), of: 0, seed: nil, inside: [])
      }
      problems += walk.problems
      reached = walk.reached.count
    } catch {
      problems.append("the root can't be linked: \(error)")
    }
  }
}
