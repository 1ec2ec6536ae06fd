@testable import CleansePluginCommands
import CleanseFindingReports
import CleanseSupport
import CleanseTestSupport
import Testing

@Suite("What a start waits for")
struct BlameReportTests {
  private func event(
    _ step: TraceStep, _ subject: String, _ range: ClosedRange<UInt64>, of plugin: String? = nil,
    process: Int32 = 1, thread: Int = 0
  ) -> TraceEvent {
    TraceEvent(
      TraceLabel(step, subject, of: plugin), from: range.lowerBound * 1_000_000,
      to: range.upperBound * 1_000_000, process: process, thread: thread)
  }

  private var start: [TraceEvent] {
    [
      event(.start, "host validate", 0...200),
      event(.inspect, "all files", 1...20),
      event(.inspect, "/plugins/a.so", 2...10, thread: 1),
      event(.wait, "each plugin alone", 20...120),
      event(.probe, "a", 30...80, of: "a", process: 2),
      event(.fork, "a process", 30...35, process: 2),
      event(.load, "a.so", 35...45, of: "a", process: 2),
      event(.configure, "a.so", 45...75, of: "a", process: 2),
      event(.probe, "b", 30...110, of: "b", process: 3),
      event(.load, "b.so", 40...100, of: "b", process: 3),
      event(.check, "MissingBindingValidator", 121...125),
      event(.make, "Server", 130...180),
      event(.make, "Database", 131...171, of: "b"),
      event(.service, "Server", 182...190, thread: 901),
    ]
  }

  @Test("the time of an event is that without its parts, added up by plugin and binding")
  func own() {
    let report = BlameReport(start, showingChain: false)
    #expect(report.milliseconds == 200)
    #expect(
      report.entries.map { "\($0.step) \($0.subject) \($0.ownMilliseconds)" } == [
        "load b.so 60.0", "make Database 40.0", "configure a.so 30.0", "make Server 10.0",
        "load a.so 10.0", "service Server 8.0",
      ])
    // Ten before the first process and ten after the last one.
    let wait = report.host.first { $0.step == "wait" }
    #expect(wait?.ownMilliseconds == 20)
  }

  @Test("the text lists what took longest")
  func text() {
    expectGolden(
      BlameReport(start, showingChain: false).text(for: .none), "blame-list", terminator: "")
  }

  @Test("the critical chain has of each piece of work the parts that it waited for last")
  func chain() {
    expectGolden(
      BlameReport(start, showingChain: true).text(for: .none), "blame-chain", terminator: "")
  }

  @Test("without the end of the start, the chain is that of what was recorded")
  func unfinished() {
    let report = BlameReport(Array(start.dropFirst()), showingChain: true)
    #expect(report.chain.first?.subject == "what was recorded")
    #expect(report.chain.contains { $0.subject == "b.so" })
  }

  @Test("awaited factories do not count the others that they wait for")
  func awaited() {
    let report = BlameReport(
      [
        event(.awaiting, "Outer", 0...100, thread: 901),
        event(.awaiting, "Inner", 10...40, thread: 902), event(.make, "Made", 50...60),
      ], showingChain: false)
    let own = Dictionary(
      uniqueKeysWithValues: report.entries.map { ($0.subject, $0.ownMilliseconds) })
    #expect(own == ["Outer": 60, "Inner": 30, "Made": 10])
  }

  @Test("random events, overlapping in any way, are handled")
  func random() {
    var generator = SeededGenerator.announced("random traces")
    for _ in 0..<200 {
      let events = (0..<Int.random(in: 1...60, using: &generator)).map { _ in
        let times = (0..<2).map { _ in UInt64.random(in: 0...50, using: &generator) }
        return event(
          TraceStep.allCases.randomElement(using: &generator) ?? .load, "x",
          min(times[0], times[1])...max(times[0], times[1]),
          process: Int32.random(in: 1...3, using: &generator),
          thread: Int.random(in: 0...2, using: &generator))
      }
      let times = StartTimes(events)
      for (event, own) in zip(events, times.own) { #expect(own <= event.duration) }
      let report = BlameReport(events, showingChain: true)
      #expect(!report.chain.isEmpty)
      #expect(report.chain.allSatisfy { $0.delay >= 0 && $0.milliseconds <= 50 })
    }
  }

  @Test("a deep or long trace takes no stack and no quadratic time")
  func large() {
    let deep = (0..<UInt64(50_000)).map { event(.make, "\($0)", $0...(200_000 - $0)) }
    #expect(BlameReport(deep, showingChain: true).chain.count <= 12)
    let flat = (0..<UInt64(50_000)).map { event(.make, "\($0)", ($0 * 2)...($0 * 2 + 1)) }
    #expect(BlameReport(flat, showingChain: false).entries.count == 50_000)
  }
}
