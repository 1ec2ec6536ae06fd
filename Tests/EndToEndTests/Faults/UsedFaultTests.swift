import CleanseTestSupport
import Foundation
import Testing

@Suite("A plugin that misbehaves once it is used", .blocking)
struct UsedFaultTests {
  private static let faults = Fault.all.filter { $0.stage == .run }
  private static let ending = faults.filter { $0.severity == "warning" }

  /// The statuses of the program for faults in a factory, as in a shell. A trap is another signal on another
  /// processor.
  private static let statuses: [String: Set<Int32>] = [
    "factory-crash": [128 + SIGSEGV], "factory-abort": [128 + SIGABRT],
    "factory-stack": [128 + SIGSEGV], "factory-trap": [128 + SIGILL, 128 + SIGTRAP],
    "factory-shrink": [128 + SIGBUS], "factory-quick-exit": [3],
  ]

  @Test(
    "that fails while the program ends does not change the status, and is reported",
    arguments: ending)
  func ends(fault: Fault) throws {
    let corpus = try FaultDirectory([fault])
    let run = try corpus.host(
      ["run"] + fault.deadline + corpus.directories + ["--", fault.name])
    #expect(run.status == 7, "\(run.errors)")
    #expect(run.errors.contains("[plugin/unclean-exit]"), "\(run.errors)")
    #expect(run.errors.contains("the status is that of the command: 7"), "\(run.errors)")
  }

  @Test("that fails in a factory ends the program with the same status, and is reported by name")
  func factories() throws {
    let faults = Self.faults.filter(\.isError)
    #expect(Set(faults.map(\.name)) == Set(Self.statuses.keys))
    for fault in faults {
      let corpus = try FaultDirectory([fault])
      let run = try corpus.host(["run"] + corpus.directories + ["--", fault.name])
      let expected = try #require(Self.statuses[fault.name])
      #expect(expected.contains(run.status), "\(fault): \(run.status) \(run.errors)")
      #expect(run.errors.contains("[\(fault.codes[0])]"), "\(fault): \(run.errors)")
      #expect(run.errors.contains("\(fault.name).so"), "\(fault): \(run.errors)")
    }
  }
}
