import CleanseTestSupport
import Testing

@testable import CleanseGraph

@Suite("Random C names")
struct CNamePropertyTests {
  @Test("C names follow the rules, recorded and merged, in the root and in subcomponents")
  func agreement() throws {
    let base = SeededGenerator.announcedSeed(for: "CNamePropertyTests")
    var errors: [Diagnostic.Code: Int] = [:]
    var (sound, coverage) = (0, CNameCoverage())
    for seed in base..<(base + 200) {
      var random = SeededGenerator(seed: seed)
      let plan = CNamePlan.random(&random)
      let isWritten = seed.isMultiple(of: 2)
      let verdict = try plan.check(isWritten: isWritten)
      for code in verdict.errors { errors[code, default: 0] += 1 }
      if verdict.errors.isEmpty { sound += 1 }
      let oracle = CNameOracle(plan)
      for call in verdict.calls { coverage.add(call, oracle) }
      guard !verdict.problems.isEmpty else { continue }
      let smallest = plan.shrunk {
        (try? $0.check(isWritten: isWritten).problems.isEmpty) == false
      }
      Issue.record(
        """
        CLEANSE_TEST_SEED=\(seed): \(try smallest.check(isWritten: isWritten).problems.prefix(5))
        \(smallest)
        """)
      return
    }
    let counts = errors.map { "\($0.key.rawValue): \($0.value)" }.sorted()
    print("CNamePropertyTests: \(sound) sound graphs; \(counts); \(coverage)")
    #expect(sound > 40 && coverage.isEnough, "\(coverage)")
    #expect(errors.count == 6 && errors.values.allSatisfy { $0 > 1 }, "\(errors)")
  }
}
