import CleanseTestSupport
import CleanseSupport
import Glibc
@testable import CleanseSupervision
import Testing

/// Sends random events to groups of services, whose workers do what they want.
@Suite("Random events of a group of services")
struct GroupPropertyTests {
  @Test("never break a rule, and always lead to a worker that serves, a later start, or the end")
  func random() {
    World.check(1_000_000, "events of groups")
  }
}

/// A group, and the processes of its workers.
private struct World: RandomWorld {
  private struct Process {
    var isKilled = false
    var isStopping = false
  }

  private var generator: SeededGenerator
  private var state = GroupState(
    readyDeadline: .seconds(60), stopDeadline: .seconds(30), computeDeadline: .seconds(60),
    memoryLimit: 100)
  private var now: UInt64 = 1_000_000_000
  /// The processes that have not ended.
  private var processes: [WorkerNumber: Process] = [:]
  private var requests: Set<RequestNumber> = []
  private var requestCount = 0
  private var forkCount = 0
  private var isStopped = false
  private var hasExited = false
  /// The sets that have served, the last one at the end, as far as they can be used.
  private var servedSets: [SetNumber] = []
  private var newSets: Set<SetNumber> = []
  private(set) var count = 0
  private(set) var problems: [String] = []
  private var history: [(UInt64, GroupEvent, GroupState.Phase, [GroupEffect])] = []

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func run() {
    send(.time)
    for _ in 0..<Int.random(in: 1...300, using: &generator) where problems.isEmpty { step() }
    calm()
    end()
  }

  // MARK: - Events

  private mutating func step() {
    let number = processes.keys.sorted().randomElement(using: &generator)
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<30: pass(UInt64.random(in: 0...400_000_000, using: &generator))
    case 30..<36: pass(state.due > now ? state.due - now : 0)
    case 36..<44: reload(isAnswered: true)
    case 44..<47: reload(isAnswered: false)
    case 47 where generator.happens(0.3): stop()
    case 48..<54: if let number { end(number) }
    case 54..<58: if let number { send(.broken(number)) }
    default: if let number { report(number) }
    }
  }

  private mutating func pass(_ nanoseconds: UInt64) {
    now += nanoseconds
    send(.time)
    if state.due <= now { fail("the time \(state.due) has passed") }
  }

  private mutating func reload(isAnswered: Bool) {
    guard isAnswered else { return send(.reload(nil)) }
    requestCount += 1
    let request = RequestNumber(rawValue: requestCount)
    requests.insert(request)
    send(.reload(request, allowsLoss: generator.happens(0.3)))
  }

  private mutating func stop() {
    send(.stop)
    isStopped = true
  }

  private mutating func end(_ number: WorkerNumber) {
    let isKilled = processes[number]?.isKilled ?? false
    processes[number] = nil
    let causes: [ProcessEnd?] =
      isKilled
      ? [.killed(signal: SIGKILL)] : [.exited(0), .exited(1), .killed(signal: SIGSEGV), nil]
    let cause = causes.randomElement(using: &generator) ?? nil
    send(.ended(number, cause, hasCrash: generator.happens(0.2)), of: number)
  }

  private mutating func report(_ number: WorkerNumber) {
    let reports: [WorkerReport] = [
      .started, .ready, .ready, .ready, .checked([]), .failing("failing"), .refused(["refused"]),
      .reads(paths: [], state: generator.happens(0.5) ? "a" : "b"), .inspected(plugins: ["plugin"]),
      .selected(selection()), .blames(plugin: generator.happens(0.5) ? "a" : "b"),
      .service(name: "service", state: "starting"), .waits(service: "web", for: ["service"]),
      .service(name: "service", state: "ready"), .began(step: "step"), .finished(step: "step"),
      .answered(taskless: []),
      .checked([.init(name: "check", error: generator.happens(0.5) ? "error" : nil)]),
    ]
    if generator.happens(0.1) {
      send(.opened(number, address: "\(Int.random(in: 0..<5, using: &generator))"))
    } else if generator.happens(0.05) {
      send(.confined(number))
    } else if generator.happens(0.05) {
      send(.files(generator.happens(0.5) ? "a" : "b"))
    } else if generator.happens(0.02), let set = state.workers[number]?.set {
      servedSets.removeAll { $0 == set }
      send(.reported(number, .lost))
    } else if let report = reports.randomElement(using: &generator) {
      send(.reported(number, report))
    }
  }

  /// Some plugins, of which some are left out.
  private mutating func selection() -> [WorkerPlugin] {
    ["a", "b", "c"].filter { _ in generator.happens(0.8) }.map { name in
      WorkerPlugin(
        identifier: generator.happens(0.9) ? name : nil, file: FilePath(name),
        reason: generator.happens(0.2) ? "fails" : nil, canBeLeftOut: name != "a")
    }
  }

  // MARK: - Ends

  /// From now on, new workers get ready, and those that are to end do.
  private mutating func calm() {
    for _ in 0..<1000 where problems.isEmpty {
      for number in processes.keys.sorted() {
        guard let process = processes[number] else { continue }
        if process.isKilled || process.isStopping || state.workers[number]?.isEnding == true {
          end(number)
        } else if [state.start?.worker, state.rescue?.worker].contains(number) {
          send(.reported(number, .ready))
        }
      }
      switch state.phase {
      case .serving where processes.count == 1: return
      case .restarting(let due):
        if due <= now { fail("a start is late") }
        return
      case .stopped: return
      default: pass(state.due > now ? state.due - now : 0)
      }
    }
    fail("it does not get calm")
  }

  /// A stop, after which workers do nothing until they are killed.
  private mutating func end() {
    stop()
    for _ in 0..<100 where problems.isEmpty && !hasExited {
      for number in processes.keys.sorted() where processes[number]?.isKilled == true {
        end(number)
      }
      pass(state.due > now ? state.due - now : 0)
    }
    if !hasExited { fail("it does not end") }
    reload(isAnswered: true)
    if !requests.isEmpty { fail("the requests \(requests) were not answered") }
  }

  // MARK: - Rules

  /// What the last events led to.
  var lastEvents: String {
    history.suffix(12).map { now, event, phase, effects in
      "\(now / 1_000_000) ms: \(event) -> \(phase) \(effects)"
    }.joined(separator: "\n")
  }

  private mutating func fail(_ problem: String) {
    problems.append(problem)
  }

  /// - Parameter ended: The worker that has ended.
  private mutating func send(_ event: GroupEvent, of ended: WorkerNumber? = nil) {
    var next = [event]
    while !next.isEmpty {
      let event = next.removeFirst()
      count += 1
      let before = state
      let effects: [GroupEffect]
      (state, effects) = before.applying(event, at: now)
      history.append((now, event, state.phase, effects))
      if before.fallback != state.fallback, state.fallback != nil { goBack() }
      if before.recycling.last != state.recycling.last { checkRecycling(event, before, effects) }
      for effect in effects { take(effect, of: ended, next: &next) }
      check()
    }
  }

  private mutating func take(
    _ effect: GroupEffect, of ended: WorkerNumber?, next: inout [GroupEvent]
  ) {
    if hasExited {
      guard case .answer = effect else { return fail("\(effect) after the exit") }
    }
    switch effect {
    case .fork(let number):
      if isStopped || state.isStopping { fail("a fork after a stop") }
      if next.contains(where: \.isFork) { fail("two forks at once") }
      forkCount += 1
      guard number.rawValue == forkCount else { return fail("the number \(number) is not new") }
      checkSet(of: number)
      if generator.happens(0.05) {
        next.append(.notForked(number, "no process"))
      } else {
        processes[number] = Process()
        next.append(.forked(number, process: Int32(number.rawValue)))
      }
    case .order(let number, let order):
      if processes[number] == nil { fail("an order for a worker that has ended") }
      if order == .stop {
        if processes[number]?.isStopping == true { fail("a second order to stop") }
        processes[number]?.isStopping = true
      }
    case .observe(let number):
      if processes[number] == nil { fail("an observation of a worker that has ended") }
      let conditions: [WorkerCondition] = [
        .waiting, .waiting, .waiting, .stopped, .traced, .computing,
      ]
      if let condition = conditions.randomElement(using: &generator) {
        next.append(.observed(number, condition))
      }
    case .measure(let number):
      if number != state.server { fail("a measurement of a worker that does not serve") }
      next.append(.measured(number, memory: generator.happens(0.5) ? 101 : 100))
    case .kill(let number):
      if processes[number] == nil { fail("a kill of a worker that has ended") }
      processes[number]?.isKilled = true
    case .reportEnd(let number, _):
      if number != ended { fail("a report of a worker that has not ended") }
    case .inform(let request, let lines):
      if !requests.contains(request) || lines.isEmpty { fail("\(effect) without a reason") }
    case .answer(let request, let result):
      if requests.remove(request) == nil { fail("a second answer to \(request)") }
      if result.keepsOld, state.server == nil { fail("there are no old plugins") }
    case .exit:
      if !processes.isEmpty { fail("an exit before the workers") }
      hasExited = true
    case .log, .notify, .watch, .closeUnusedSockets, .reportUnusedSockets: break
    case .describe, .startIslands, .becomeReady, .becomeUnready, .fail, .requestReload:
      fail("\(effect) without islands")
    }
  }

  /// A worker that uses too much memory is replaced, which no other start has to wait for, and not too soon after the last one.
  private mutating func checkRecycling(
    _ event: GroupEvent, _ before: GroupState, _ effects: [GroupEffect]
  ) {
    guard case .measured(let number, memory: 101) = event, case .serving(number) = before.phase,
      case .reloading(number, let start) = state.phase, !start.isReload,
      effects.contains(.fork(start.worker))
    else { return fail("\(event) replaces a worker") }
    let served = now - (before.workers[number]?.since ?? now)
    if served < 60_000_000_000, let last = before.recycling.last, now < last + 10_000_000_000,
      before.lastReload == nil
    {
      fail("a worker is replaced too soon")
    }
  }

  /// The last set is given up for one that has served before.
  private mutating func goBack() {
    let earlier = servedSets.dropLast()
    guard let target = earlier.lastIndex(where: { $0 == state.sets.served?.number }) else {
      return fail("it goes back to a set that has not served, as \(servedSets)")
    }
    servedSets = Array(servedSets[...target])
  }

  /// A worker makes a new set, or uses the one that has served last.
  private mutating func checkSet(of number: WorkerNumber) {
    guard let worker = state.workers[number] else { return fail("the worker \(number) is unknown") }
    if worker.isSetNew {
      if !newSets.insert(worker.set).inserted { fail("the set \(worker.set) is not new") }
      let isReload = state.start?.isReload ?? false
      if !isReload, !servedSets.isEmpty, state.sets.served != nil {
        fail("a restart with other plugins")
      }
    } else if !worker.without.isEmpty, worker.set != servedSets.last {
      // It is tried again without a plugin.
      if !newSets.contains(worker.set) { fail("the set \(worker.set) does not exist") }
    } else if worker.set != servedSets.last {
      fail("the set \(worker.set) has not served last, as \(servedSets)")
    }
  }

  /// What is true of each state.
  private mutating func check() {
    if let server = state.server, let set = state.workers[server]?.set, set != servedSets.last,
      state.sets.served?.number == set
    {
      servedSets.append(set)
    }
    if case .starting(let start) = state.phase, start.isReload, start.trialEnd == nil,
      state.sets.served != nil, state.rescue == nil
    {
      fail("nothing serves until a reload has ended")
    }
    if let last = servedSets.last, state.sets.served?.number == last,
      !state.usedSets.contains(last)
    {
      fail("the set \(last) is removed")
    }
    let (server, candidate) = (state.server, state.start?.worker)
    let rescue = state.rescue?.worker
    if Set(state.workers.keys).symmetricDifference(processes.keys).contains(where: { number in
      // It may be about to be forked.
      number != candidate && number != rescue || state.workers[number]?.process != 0
    }) {
      fail("the workers are \(processes.keys.sorted())")
    }
    if server != nil, server == candidate { fail("the candidate serves already") }
    if rescue != nil, rescue == candidate || rescue == server { fail("a worker is two") }
    if state.rescue != nil, state.start?.isReload != true { fail("a rescue without a reload") }
    for number in [server, candidate, rescue].compactMap(\.self) where state.workers[number] == nil
    {
      fail("the worker \(number) is unknown")
    }
    for (number, worker) in state.workers {
      if worker.without.contains("a") { fail("a plugin is left out that is needed") }
      if Set(worker.without).count != worker.without.count { fail("a plugin is left out twice") }
      if worker.isStopping == (number == server || number == candidate || number == rescue) {
        fail("the worker \(number) \(worker.isStopping ? "stops" : "does nothing")")
      }
      // One that is killed ends, and one that serves or is on trial needs none.
      let isFree = number == server || state.start?.trialEnd != nil && number == candidate
      if worker.deadline == nil, !isFree, processes[number]?.isKilled != true {
        fail("the worker \(number) may take for ever")
      }
    }
    let waiting = (state.start?.requests ?? []) + (state.start?.pending ?? [])
    if Set(waiting) != requests || waiting.count != requests.count {
      fail("the requests \(waiting) wait, and not \(requests)")
    }
    if case .stopped = state.phase, !hasExited { fail("there is no exit") }
  }
}

extension GroupEvent {
  /// Whether it is the result of a fork.
  fileprivate var isFork: Bool {
    switch self {
    case .forked, .notForked: true
    default: false
    }
  }
}
