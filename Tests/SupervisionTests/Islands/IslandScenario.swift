import CleansePluginMetadata
import CleansePluginProbing
import CleanseSupport
import Glibc
@testable import CleanseSupervision

/// An application with islands and a clock, for tests that send events. Workers can be forked.
struct IslandScenario {
  private(set) var states: [GroupName: GroupState] = ["all": Self.group(isIsland: false)]
  private(set) var islands = IslandStarts()
  private(set) var now = Scenario.time(0)
  /// The islands that a set was offered to, one after the other.
  private(set) var offers: [GroupName] = []
  private(set) var answers: [RequestNumber: SupervisorStatus.Reload] = [:]
  private(set) var killed: [GroupName] = []
  private(set) var exits: [GroupName: Int32] = [:]
  private(set) var log: [String] = []

  init() {}

  /// The first worker of the application serves, and so do those of its islands, with these digests.
  init(serving digests: KeyValuePairs<String, String>) {
    send(.time, to: "all")
    find(1, digests)
    for name in ["all"] + digests.map(\.key) { ready(1, of: name) }
    pass()
  }

  private static func group(isIsland: Bool) -> GroupState {
    GroupState(
      readyDeadline: .seconds(60), stopDeadline: .seconds(30), hangDeadline: .seconds(3_600),
      isIsland: isIsland, hasIslands: !isIsland)
  }

  /// The workers that serve.
  var servers: [GroupName: WorkerNumber] { states.compactMapValues(\.server) }

  // MARK: - Events

  mutating func send(_ event: GroupEvent, to name: String) {
    var events: IslandStarts.Events = [(GroupName(name), event)]
    while !events.isEmpty {
      let (name, event) = events.removeFirst()
      if case .offered = event {
        offers.append(name)
        if states[name] == nil { states[name] = Self.group(isIsland: true) }
      }
      guard let state = states[name] else { continue }
      let (next, effects) = state.applying(event, at: now)
      states[name] = next
      for effect in effects {
        switch effect {
        case .fork(let number):
          events.append((name, .forked(number, process: Int32(number.rawValue))))
        case .answer(let request, let result): answers[request] = result
        case .kill: killed.append(name)
        case .exit(let status): exits[name] = status
        case .log(let record): log += record.lines
        default: break
        }
      }
      events += islands.follow(effects, of: name, states)
    }
  }

  mutating func pass(milliseconds: UInt64 = 0) {
    now += milliseconds * 1_000_000
    for name in states.keys.sorted(by: { $0.text < $1.text }) { send(.time, to: name.text) }
  }

  /// A worker of the application finds islands with these digests and limits.
  mutating func find(
    _ number: WorkerNumber, _ digests: KeyValuePairs<String, String>,
    _ limits: IslandLimits = IslandLimits()
  ) {
    for (name, digest) in digests {
      let island = WorkerIsland(
        name: name, plugins: ["org.example.\(name)"], limits: limits, digest: digest)
      send(.reported(number, .island(island, description: "")), to: "all")
    }
    send(.reported(number, .divided), to: "all")
  }

  mutating func ready(_ number: WorkerNumber, of name: String) {
    send(.reported(number, .started), to: name)
    send(.reported(number, .ready), to: name)
  }

  /// A worker ends.
  mutating func end(
    _ number: WorkerNumber, of name: String, _ cause: ProcessEnd = .exited(1)
  ) {
    send(.ended(number, cause, hasCrash: cause.status == nil), to: name)
  }

  /// A reload succeeds, whose worker of the application finds islands.
  ///
  /// - Parameter workers: The workers of the islands that start.
  mutating func reload(
    _ number: WorkerNumber, _ digests: KeyValuePairs<String, String>,
    workers: KeyValuePairs<String, WorkerNumber> = [:]
  ) {
    send(.reload(nil), to: "all")
    find(number, digests)
    ready(number, of: "all")
    for (name, number) in workers { ready(number, of: name) }
    pass(milliseconds: 250)
  }

  /// Workers of a group crash three times while they serve, so that it goes back to what served before.
  ///
  /// - Parameter find: What each new one does before it is ready.
  mutating func crash(
    _ name: String, from first: WorkerNumber,
    _ find: (inout IslandScenario, WorkerNumber) -> Void = { _, _ in }
  ) {
    for number in first.rawValue..<first.rawValue + 3 {
      end(WorkerNumber(rawValue: number), of: name, .killed(signal: SIGSEGV))
      pass(milliseconds: 1_000)
      guard number < first.rawValue + 2 else { return }
      find(&self, WorkerNumber(rawValue: number + 1))
      ready(WorkerNumber(rawValue: number + 1), of: name)
      pass()
    }
  }
}

extension GroupName: ExpressibleByStringLiteral {
  /// An island, unless it is the name of the application.
  init(_ text: String) {
    self.init(text: text, isIsland: text != GroupName.all.text)
  }

  public init(stringLiteral value: String) { self.init(value) }
}
