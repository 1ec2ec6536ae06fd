@testable import CleansePluginProbing
import Glibc
import Testing

@Suite("An outcome of the probe")
struct ProbeOutcomeTests {
  private static func report(code: Int32, address: UInt64) -> CrashReport? {
    CrashReport("11 \(UInt32(bitPattern: code)) \(address)\n/lib/libc.so.6\t\t7\n".utf8)
  }

  @Test("is certain only if nothing but the plugin can have caused it")
  func certainty() throws {
    let fault = try #require(Self.report(code: 1, address: 8))
    let own = try #require(Self.report(code: -6, address: 0))
    let sent = try #require(Self.report(code: 0, address: 4711))
    let endings: [(ProbeOutcome.Ending, isCertain: Bool)] = [
      (.result, true), (.crashed(signal: SIGSEGV, fault), true),
      (.crashed(signal: SIGABRT, own), true), (.exited(status: 0), true),
      (.crashed(signal: SIGSEGV, sent), false), (.crashed(signal: SIGKILL, nil), false),
      (.crashed(signal: SIGXFSZ, nil), false), (.crashed(signal: SIGXCPU, nil), false),
      (.exited(status: ProbeChild.Status.unprepared), false), (.forged, false), (.lost, false),
      (.overdue(milliseconds: 1), false), (.unavailable("fork"), false),
      (.excessive(limit: 1), false),
    ]
    for (ending, isCertain) in endings {
      #expect(ProbeOutcome(ending: ending).isCertain == isCertain, "\(ending)")
      #expect(!ProbeOutcome(ending: ending, leftProcesses: 1).isCertain)
      #expect(!ProbeOutcome(ending: ending, isDisturbed: true).isCertain)
    }
    #expect(sent.sender == 4711 && own.sender == nil && fault.sender == nil)
  }
}
