@testable import CleansePluginProbing
import Glibc
import Testing

@Suite("Requests to end a program")
struct EndRequestsTests {
  private static let second: UInt64 = 1_000_000_000

  /// The signal that is overdue after these signals, each with its time in seconds.
  private func overdue(_ signals: [(Int32, UInt64)], at seconds: UInt64) -> Int32? {
    var requests = EndRequests()
    for (signal, time) in signals { requests.receive(signal, at: time * Self.second) }
    return requests.overdue(at: seconds * Self.second)
  }

  @Test("the third interrupt within two seconds ends it")
  func interrupts() {
    #expect(overdue([(SIGINT, 1), (SIGINT, 2)], at: 60) == nil)
    #expect(overdue([(SIGINT, 1), (SIGINT, 2), (SIGINT, 4)], at: 4) == nil)
    #expect(overdue([(SIGINT, 1), (SIGINT, 2), (SIGINT, 3)], at: 3) == SIGINT)
    #expect(overdue([(SIGINT, 1), (SIGINT, 5), (SIGINT, 6), (SIGINT, 7)], at: 7) == SIGINT)
  }

  @Test("ten seconds after SIGTERM, it is ended, however often the signal was sent")
  func termination() {
    #expect(overdue([(SIGTERM, 1)], at: 10) == nil)
    #expect(overdue([(SIGTERM, 1), (SIGTERM, 9)], at: 11) == SIGTERM)
    #expect(overdue([(SIGHUP, 1), (SIGUSR1, 1)], at: 60) == nil)
  }
}
