import CleanseSupport
import Glibc
@testable import CleanseSupervision
import Testing

@Suite("Workers that use much memory")
struct GroupRecyclingTests {
  private static let limit: UInt64 = 100 << 20

  /// A scenario in which the first worker serves.
  private static var serving: Scenario {
    var scenario = Scenario(memoryLimit: limit)
    scenario.send(Scenario.serving)
    return scenario
  }

  private static func status(_ scenario: Scenario) -> SupervisorStatus.Recycling? {
    SupervisorStatus(of: scenario.state, process: 1, at: scenario.now).recycling
  }

  @Test("are measured when the worker that serves is checked, if there is a limit")
  func measurements() {
    var scenario = Self.serving
    #expect(scenario.send([.time(after: 2_000)]).contains(.measure(1)))
    #expect(!scenario.send([.time(after: 1_999)]).contains(.measure(1)))
    var unlimited = Scenario()
    unlimited.send(Scenario.serving)
    #expect(!unlimited.send([.time(after: 2_000)]).contains(.measure(1)))
    #expect(Self.status(unlimited) == nil)
  }

  @Test("are replaced by one with the same plugins, and stop in order when that is ready")
  func replacement() {
    var scenario = Self.serving
    #expect(scenario.send([.measured(1, mebibytes: 100)]) == [])
    #expect(Self.status(scenario)?.memory == Self.limit)
    #expect(scenario.send([.measured(1, mebibytes: 101)]) == [.fork(2)])
    #expect(scenario.state.phase == .reloading(1, .init(worker: 2)))
    #expect(scenario.state.workers[2]?.isSetNew == false)
    #expect(Self.status(scenario)?.nextInSeconds == nil)
    scenario.send([.forked(2), .report(2, .ready)])
    #expect(scenario.send([.time(after: 249)]) == [])
    #expect(scenario.send([.time(after: 1)]).contains(.order(1, .stop)))
    #expect(scenario.state.phase == .serving(2))
    // It has not ended by itself.
    #expect(scenario.state.endCount == 0)
    #expect(Self.status(scenario)?.count == 1)
    #expect(Self.status(scenario)?.secondsSinceLast == 0.25)
    #expect(Self.status(scenario)?.memory == nil)
    #expect(Self.status(scenario)?.nextInSeconds == nil)
  }

  /// The seconds after which each worker is replaced that uses too much from its beginning.
  private static func delays(_ count: Int, of scenario: inout Scenario) -> [Int] {
    (0..<count).map { _ in
      var seconds = 0
      while let number = scenario.state.server {
        if scenario.send([.measured(number, mebibytes: 101)]) != [] { break }
        scenario.send([.answered(number), .time(after: 1_000)])
        seconds += 1
      }
      let next = scenario.state.lastNumber
      scenario.send([.forked(next), .report(next, .ready), .time(after: 250)])
      return seconds
    }
  }

  @Test("are replaced ever later if the next ones use as much at once, as the plugins need it")
  func delays() {
    var scenario = Self.serving
    #expect(Self.delays(5, of: &scenario) == [0, 10, 20, 40, 80])
    #expect(scenario.lines.filter { $0.contains("as soon as it serves") }.count == 4)
    #expect(Self.delays(7, of: &scenario).last == 3600)
    // Other plugins may need less.
    let next = WorkerNumber(rawValue: scenario.state.lastNumber.rawValue + 1)
    scenario.send([.reload(nil), .forked(next), .report(next, .ready), .time(after: 250)])
    #expect(Self.delays(2, of: &scenario) == [0, 10])
  }

  @Test("are replaced at once if they have used less for a minute")
  func stable() {
    var scenario = Self.serving
    _ = Self.delays(4, of: &scenario)
    scenario.send([.measured(5, mebibytes: 50), .answered(5)])
    for _ in 0..<60 { scenario.send([.answered(5), .time(after: 1_000)]) }
    #expect(Self.delays(2, of: &scenario) == [0, 10])
  }

  @Test("stay if the next one can't start, and the plugins are not given up for that")
  func failure() {
    var scenario = Self.serving
    // Another set, so that there is one to go back to.
    scenario.send([.reload(nil), .forked(2), .report(2, .ready), .time(after: 250)])
    scenario.send([.ended(1, .exited(0))])
    for number in 3...6 {
      scenario.send([.measured(2, mebibytes: 101)])
      scenario.send([
        .forked(.init(rawValue: number)),
        .ended(.init(rawValue: number), .killed(signal: SIGSEGV), hasCrash: true),
      ])
      #expect(scenario.state.phase == .serving(2))
      for _ in 0..<10 << (number - 3) { scenario.send([.answered(2), .time(after: 1_000)]) }
    }
    #expect(scenario.state.fallback == nil)
    #expect(scenario.state.lastNumber == 6)
  }

  @Test("are not replaced while another worker starts, nor if they do not serve")
  func others() {
    var scenario = Scenario(memoryLimit: Self.limit)
    scenario.send(Scenario.reloading)
    #expect(scenario.send([.measured(1, mebibytes: 101), .measured(2, mebibytes: 101)]) == [])
    #expect(scenario.state.counts.recycledWorkers == 0)
    #expect(scenario.state.lastNumber == 2)
    #expect(scenario.send([.measured(9, mebibytes: 101)]) == [])
  }
}
