import CleanseTestSupport
import Testing

@testable import CleanseGraph
@testable import CleanseGraphAnalysis

@Suite("The contributors that a binding needs")
struct ReachPropertyTests {
  @Test("give it what all of them give it", arguments: [false, true])
  func enough(isWithC: Bool) {
    let base = SeededGenerator.announcedSeed(for: "ReachPropertyTests.enough")
    // A module that several contributors include is recorded for the first one alone.
    let isFit = { (ingredient: Ingredient) in
      !ingredient.isShared && (isWithC || !ingredient.isInC)
    }
    var omitted = 0
    for seed in base..<(base + 400) {
      var random = SeededGenerator(seed: seed)
      let plan = ContributorPlan.random(&random, where: isFit)
      guard problem(of: plan, &omitted) != nil else { continue }
      let smallest = plan.shrunk { problem(of: $0, &omitted) != nil }
      let message = problem(of: smallest, &omitted) ?? ""
      Issue.record("CLEANSE_TEST_SEED=\(seed)\n\(smallest)\n\(message)")
      return
    }
    #expect(omitted > 1_000)
  }

  /// - Parameter omitted: Incremented by the number of contributors that bindings don't need.
  private func problem(of plan: ContributorPlan, _ omitted: inout Int) -> String? {
    let (graph, usable) = plan.recorded(plan.contributors.indices)
    // A name in C with several meanings is an error.
    guard graph.reported.allSatisfy({ $0.severity < .error }) else { return nil }
    for binding in graph.bindingIndices {
      let needed = graph.contributors(neededFor: [binding])
      omitted += usable.count - needed.count
      let part = plan.recorded(usable.filter { needed.contains(ContributorPlan.origin($0)) })
      guard graph.isEqual(graph.reach(from: [binding]), in: part.graph, of: needed) else {
        return "\(graph[binding].key) differs with \(needed)"
      }
    }
    return nil
  }
}

extension BindingGraph {
  /// Whether bindings provide the same in the graph of some contributors of this one.
  fileprivate func isEqual(
    _ reached: Set<BindingIndex>, in other: BindingGraph, of origins: Set<String>
  ) -> Bool {
    // The bindings keep their order.
    let kept = bindings.filter { $0.provenance.origin.map(origins.contains) ?? true }.map(\.id)
    guard kept.count == other.bindings.count else { return false }
    let indices = Dictionary(uniqueKeysWithValues: zip(kept, other.bindingIndices))
    return reached.allSatisfy { binding in
      guard let index = indices[binding] else { return false }
      let (own, others) = (self[binding], other[index])
      // A name in C whose tag no Swift code uses is as good as the tag.
      let isSame =
        own.key == others.key || others.key.qualifierName.map { $0 == own.key.alias } ?? false
      return isSame && own.requests.count == others.requests.count
        && own.requestIndices.allSatisfy { request in
          bindings(answering: request, of: own).map { indices[$0.id] }
            == other.bindings(answering: request, of: others).map(\.id)
        }
    }
  }
}
