@testable import CleanseGraph
@testable import CleansePluginCommands
import Testing

@Suite("The faulty files of host doctor")
struct FaultChecksTests {
  @Test("each undetected fault and each rejected valid file is an error of its own")
  func failures() {
    let checks = FaultChecks(outcomes: [
      .init(fault: "a", expected: "plugin/empty-file", found: ["plugin/empty-file"]),
      .init(fault: "b", expected: "plugin/empty-file", found: []),
      .init(fault: "c", expected: nil, found: ["plugin/not-elf", "plugin/truncated"]),
      .init(fault: "d", expected: nil, found: []),
    ]).all
    #expect(checks.map(\.status) == [.error, .error])
    #expect(
      checks.map(\.message) == [
        "the file b was reported as valid, not as plugin/empty-file",
        "the file c was reported as plugin/not-elf, plugin/truncated, not as valid",
      ])
    #expect(checks.allSatisfy { $0.fix != nil })
  }

  @Test("detected faults are one line")
  func success() {
    let checks = FaultChecks(outcomes: [.init(fault: "d", expected: nil, found: [])]).all
    #expect(checks == [.ok(.faults, "1 files: all detected as expected")])
  }
}
