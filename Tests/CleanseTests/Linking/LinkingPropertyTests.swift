import CleanseTestSupport
import Testing

@testable import CleanseGraph

@Suite("Linked graphs")
struct LinkingPropertyTests {
  @Test("linking yields the same graph as recording all contributors together")
  func together() throws {
    try forManyPlans("LinkingPropertyTests.together") { plan in
      let recorded = plan.recorded(plan.contributors.indices).graph
      let linked = plan.linked()
      // A binding of an omitted contributor is no loss if another contributor provides it.
      guard Set(recorded.dropped).isSubset(of: linked.dropped) else {
        return "something is not reported"
      }
      return try linked.difference(from: recorded)
    }
  }

  @Test("linking yields the same graph with subcomponents and modules of every kind")
  func plans() throws {
    let base = SeededGenerator.announcedSeed(for: "LinkingPropertyTests.plans")
    var bindings = 0
    for seed in base..<(base + 400) {
      var random = SeededGenerator(seed: seed)
      let (recorded, linked) = SharedPlan(.random(&random), &random).graphs()
      bindings += recorded.bindings.count
      guard let difference = try linked.difference(from: recorded) else { continue }
      Issue.record("CLEANSE_TEST_SEED=\(seed)\n\(difference)")
      return
    }
    #expect(bindings > 1_000)
  }

  @Test("linking a linked graph again changes nothing")
  func again() throws {
    try forManyPlans("LinkingPropertyTests.again") { plan in
      let (recorded, usable) = plan.recorded(plan.contributors.indices)
      let linked = BindingGraph(
        merging: [recorded.declarations],
        usable.map { DeclarationMerger.Contributor(part: 0, origin: ContributorPlan.origin($0)) })
      guard linked.dropped == recorded.dropped else { return "what was dropped differs" }
      return try linked.difference(from: recorded)
    }
  }

  @Test("a graph without some contributors is the one that the others yield")
  func without() throws {
    // A shared declaration is recorded in the graph for the first contributor alone.
    let isFit = { (ingredient: Ingredient) in !ingredient.isShared && !ingredient.isInC }
    try forManyPlans("LinkingPropertyTests.without", where: isFit) { plan in
      let usable = plan.recorded(plan.contributors.indices).usable
      // Rejected contributors stay recorded.
      let rest = plan.contributors.indices.filter {
        !$0.isMultiple(of: 2) || !usable.contains($0)
      }
      return try plan.left(rest).difference(from: plan.recorded(rest).graph)
    }
  }

  /// Reports the smallest plan that fails.
  private func forManyPlans(
    _ name: String, where isFit: (Ingredient) -> Bool = { _ in true },
    _ problem: (ContributorPlan) throws -> String?
  ) throws {
    let base = SeededGenerator.announcedSeed(for: name)
    for seed in base..<(base + 500) {
      var random = SeededGenerator(seed: seed)
      let plan = ContributorPlan.random(&random, where: isFit)
      guard try problem(plan) != nil else { continue }
      let smallest = plan.shrunk { (try? problem($0)) != nil }
      Issue.record(
        "CLEANSE_TEST_SEED=\(seed)\n\(smallest)\n\(try problem(smallest) ?? "")")
      return
    }
  }
}
