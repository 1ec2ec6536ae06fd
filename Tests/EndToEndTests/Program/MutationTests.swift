import CleanseTestSupport
import Foundation
import MutationRun
import Testing

@Suite("host and damaged plugins", .blocking)
struct MutationTests {
  @Test(
    "hundreds of damaged plugins are handled, also with their code; scripts/fuzz creates more",
    arguments: Build.isThorough ? [(true, 300), (false, 150)] : [(true, 150), (false, 75)])
  func mutants(isInspectionOnly: Bool, count: Int) throws {
    let given = ProcessInfo.processInfo.environment["CLEANSE_TEST_SEED"].flatMap(UInt64.init)
    let seed = given ?? UInt64.random(in: 0...UInt64.max)
    print("damaged plugins: CLEANSE_TEST_SEED=\(seed)")
    let directory = try TemporaryDirectory()
    var run = try MutationRun(
      host: Build.host.path, plugins: Build.plugins.path, work: directory.path,
      plan: Plan(isInspectionOnly: isInspectionOnly), seed: seed)
    try run.run(0..<count) { Issue.record("\($0)") }
    #expect(run.count == count)
    // If all or none were rejected, the damage was of the wrong kind.
    #expect(run.statuses["ok", default: 0] > count / 6)
    #expect(run.statuses["ok", default: 0] < count * 5 / 6)
  }
}
