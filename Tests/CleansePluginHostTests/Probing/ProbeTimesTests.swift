@testable import CleansePluginProbing
import CleanseProcesses
import CleanseSupport
import Testing

@Suite("The times that a process reports")
struct ProbeTimesTests {
  private func event(_ start: UInt64, _ end: UInt64, _ subject: String = "a.so") -> TraceEvent {
    TraceEvent(TraceLabel(.load, subject), from: start, to: end, process: 7, thread: -5)
  }

  /// The events that the host adds to its trace after the process has reported these.
  private func recorded(_ events: [TraceEvent]) throws -> [TraceEvent] {
    var outcome = ProbeOutcome(ending: .lost)
    outcome.times = ProbeTimes(of: 3, from: 100, to: 200)
    outcome.accept(try ProbeMessage.bytes(of: events, payload: [1, 2, 3]))
    #expect(outcome.ending == .result)
    #expect(outcome.payload == [1, 2, 3])
    return outcome.times?.credible ?? []
  }

  @Test("only events within the lifetime of the process count, as those of the process")
  func credible() throws {
    let events = try recorded([
      event(100, 200), event(99, 150), event(150, 201), event(170, 160), event(0, .max),
    ])
    #expect(events.map(\.start) == [100])
    #expect(events.map(\.process) == [3])
    #expect(events.map(\.thread) == [0])
  }

  @Test("the number of events and the length of texts are limited")
  func limits() throws {
    let long = String(repeating: "x", count: 10_000)
    #expect(try recorded([event(100, 101, long)]).first?.label.subject.count == 300)
    let many = Array(repeating: event(100, 101), count: 20_000)
    #expect(try recorded(many).count == 10_000)
    #expect(ProbeTimes.sent(many).count == 10_000)
  }

  @Test("anything else than events and a payload is forged")
  func forged() {
    for bytes: [UInt8] in [[], [1, 2, 3], Array(repeating: 0xFF, count: 64)] {
      var outcome = ProbeOutcome(ending: .lost)
      outcome.times = ProbeTimes(of: 3, from: 100, to: 200)
      outcome.accept(bytes)
      #expect(outcome.ending == .forged)
      #expect(outcome.payload.isEmpty)
    }
  }

  @Test("an outcome without times is cached, and its result is unchanged")
  func untraced() {
    var outcome = ProbeOutcome(ending: .lost)
    outcome.accept([1, 2, 3])
    #expect(outcome.payload == [1, 2, 3])
    outcome.times = ProbeTimes(of: 3, from: 100, to: 200)
    #expect(outcome.traced(of: [], .examine).times == nil)
  }
}
