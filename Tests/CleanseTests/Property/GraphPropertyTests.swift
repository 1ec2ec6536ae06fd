import CleanseTestSupport
import Testing

@Suite("Random graphs")
struct GraphPropertyTests {
  @Test("validation passes exactly if linking does, and resolution follows the rules")
  func agreement() async {
    let base = SeededGenerator.announcedSeed(for: "GraphPropertyTests")
    var (sound, broken, bindings, reached, failures) = (0, 0, 0, 0, 0)
    var coverage = RepeatCoverage()
    var decorations = DecorationCoverage()
    for seed in base..<(base + 320) {
      var random = SeededGenerator(seed: seed)
      let plan = GraphPlan.random(&random)
      let verdict = await plan.check()
      if verdict.isSound { sound += 1 } else { broken += 1 }
      let oracle = PlanOracle(plan)
      bindings += oracle.recorded.count
      reached += verdict.reached.count
      coverage.add(oracle, verdict.reached)
      decorations.add(oracle, of: plan, verdict.reached)
      failures += verdict.failures
      guard !verdict.problems.isEmpty else { continue }
      let smallest = await plan.shrunk { await !$0.check().problems.isEmpty }
      Issue.record(
        """
        CLEANSE_TEST_SEED=\(seed): \(await smallest.check().problems.prefix(5))
        \(smallest)
        """)
      return
    }
    print(
      "GraphPropertyTests: \(sound) sound, \(broken) broken graphs, \(bindings) bindings, "
        + "\(reached) of them resolved, \(failures) times an error; \(coverage); \(decorations)")
    #expect(sound > 100 && broken > 30, "both kinds have to be there")
    #expect(failures > 100, "factories have to throw")
    #expect(coverage.isEnough, "\(coverage)")
    #expect(decorations.isEnough, "\(decorations)")
  }
}
