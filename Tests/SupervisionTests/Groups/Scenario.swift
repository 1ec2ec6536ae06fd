import CleanseSupport
import Glibc
@testable import CleanseSupervision

/// A group of services and a clock, for tests that send events.
struct Scenario {
  private(set) var state: GroupState
  private(set) var now = Scenario.time(0)
  /// What was logged and reported to the service manager, line by line.
  private(set) var lines: [String] = []

  init(
    restartLimit: CrashLimit? = nil, computeDeadline: Duration? = nil, memoryLimit: UInt64? = nil
  ) {
    state = GroupState(
      readyDeadline: .seconds(60), stopDeadline: .seconds(30), hangDeadline: .seconds(10),
      computeDeadline: computeDeadline, restartLimit: restartLimit, memoryLimit: memoryLimit)
  }

  /// A group in a state.
  init(state: GroupState, now: UInt64) {
    (self.state, self.now) = (state, now)
  }

  /// Sends events.
  ///
  /// - Returns: The effects of the last one, without those that are in ``lines``.
  @discardableResult mutating func send(_ steps: [Step]) -> [GroupEffect] {
    steps.reduce([]) { _, step in
      now += step.delay
      let (next, effects) = state.applying(step.event, at: now)
      state = next
      return effects.filter { effect in
        switch effect {
        case .log(let record): lines += record.lines.map { "\(record.level): \($0)" }
        case .notify(let assignments): lines.append("notify: \(assignments.joined(separator: " "))")
        default: return true
        }
        return false
      }
    }
  }

  /// The time some milliseconds after the beginning.
  static func time(_ milliseconds: UInt64) -> UInt64 {
    100_000_000_000 + milliseconds * 1_000_000
  }

  /// An event, and the nanoseconds since the last one.
  struct Step: Sendable {
    let event: GroupEvent
    var delay: UInt64 = 0

    static func event(_ event: GroupEvent) -> Step { Step(event: event) }

    static func event(_ event: GroupEvent, after milliseconds: Int) -> Step {
      Step(event: event, delay: UInt64(milliseconds) * 1_000_000)
    }

    static let time = Step(event: .time)
    static let stop = Step(event: .stop)

    static func time(after milliseconds: Int) -> Step { .event(.time, after: milliseconds) }

    static func forked(_ number: WorkerNumber) -> Step {
      Step(event: .forked(number, process: Int32(1000 + number.rawValue)))
    }

    static func report(_ number: WorkerNumber, _ report: WorkerReport) -> Step {
      Step(event: .reported(number, report))
    }

    static func ended(
      _ number: WorkerNumber, _ cause: ProcessEnd?, hasCrash: Bool = false
    ) -> Step {
      Step(event: .ended(number, cause, hasCrash: hasCrash))
    }

    static func answered(_ number: WorkerNumber) -> Step {
      .report(number, .answered(taskless: []))
    }

    static func measured(_ number: WorkerNumber, mebibytes: UInt64) -> Step {
      Step(event: .measured(number, memory: mebibytes << 20))
    }

    static func reload(_ request: RequestNumber?) -> Step { Step(event: .reload(request)) }
  }

  /// The first worker starts.
  static let starting: [Step] = [.time, .forked(1)]
  /// The first worker serves.
  static let serving: [Step] = starting + [.report(1, .started), .report(1, .ready), .time]
  /// The second worker starts, to answer the request 7.
  static let reloading: [Step] = serving + [.reload(7), .forked(2)]
  /// The second worker is ready.
  static let onTrial: [Step] = reloading + [.report(2, .started), .report(2, .ready)]
  /// The first worker has ended, and so has the second one, before it was ready.
  static let restarting: [Step] =
    serving + [
      .ended(1, .killed(signal: SIGKILL)), .forked(2), .ended(2, .exited(1)),
    ]
  /// The first worker has ended, and the second one starts.
  static let ended: [Step] = serving + [.ended(1, .killed(signal: SIGKILL)), .forked(2)]
  /// Ten seconds in which no worker answers.
  static let silent: [Step] = (1...10).map { _ in .time(after: 1_000) }
  /// The first worker has served for nine seconds, and has not answered.
  static let owing: [Step] = serving + silent.dropLast()
  /// The second worker is to replace the first one, which hangs.
  static let hung: [Step] = owing + [.event(.observed(1, .waiting), after: 1_000), .forked(2)]
  /// The first worker stops.
  static let stopping: [Step] = serving + [.stop]
}

extension WorkerNumber: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(rawValue: value) }
}

extension RequestNumber: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(rawValue: value) }
}
