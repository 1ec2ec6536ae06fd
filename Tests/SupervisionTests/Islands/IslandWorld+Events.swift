import CleansePluginProbing
import CleanseProcesses
import CleanseSupport
import CleanseTestSupport
import Glibc
@testable import CleanseSupervision

/// What happens in a world of islands.
extension IslandWorld {
  mutating func run() {
    send(.time, to: .all)
    for _ in 0..<Int.random(in: 1...400, using: &generator) where problems.isEmpty { step() }
    calm()
    end()
  }

  private mutating func step() {
    let all = processes.flatMap { name, workers in workers.keys.map { (name, $0) } }
      .sorted { ($0.0.text, $0.1) < ($1.0.text, $1.1) }
    guard let (name, number) = all.randomElement(using: &generator) else { return passDue() }
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<15: pass(UInt64.random(in: 0...400_000_000, using: &generator))
    case 15..<22: passDue()
    case 22..<27: reload(isAnswered: true)
    case 27: reload(isAnswered: false)
    case 28 where generator.happens(0.2): stop()
    case 29 where generator.happens(0.5): replaceProgram()
    case 30..<33: end(number, of: name)
    case 99: crash(name)
    case 33..<35: send(.broken(number), to: name)
    case 35..<80: progress(number, of: name)
    default: report(number, of: name)
    }
  }

  private mutating func pass(_ nanoseconds: UInt64) {
    now += nanoseconds
    for name in states.keys.sorted(by: { $0.text < $1.text }) {
      send(.time, to: name)
      if let due = states[name]?.due, due <= now { fail("the time \(due) of \(name) has passed") }
    }
  }

  private mutating func passDue() {
    let due = states.values.map(\.due).min() ?? now
    pass(due > now ? due - now : 0)
  }

  private mutating func stop() {
    isStopped = true
    send(.stop, to: .all)
  }

  private mutating func end(_ number: WorkerNumber, of name: GroupName) {
    let isKilled = processes[name]?[number]?.isKilled ?? false
    let plugins = ["a", "a2", "b", "b2", "c", "c2"]
    if generator.happens(0.5), let plugin = plugins.randomElement(using: &generator) {
      send(.blamed(number, plugin: plugin), to: name)
    }
    processes[name]?[number] = nil
    let causes: [ProcessEnd?] =
      isKilled
      ? [.killed(signal: SIGKILL)] : [.exited(0), .exited(1), .killed(signal: SIGSEGV), nil]
    let cause = causes.randomElement(using: &generator) ?? nil
    send(.ended(number, cause, hasCrash: generator.happens(0.2)), to: name, of: number)
  }

  /// The workers of a group crash again and again, each when it serves.
  private mutating func crash(_ name: GroupName) {
    for _ in 0..<4 {
      if let server = states[name]?.server, processes[name]?[server] != nil {
        processes[name]?[server] = nil
        send(.ended(server, .killed(signal: SIGSEGV), hasCrash: true), to: name, of: server)
      }
      passDue()
      if let number = states[name]?.start?.worker ?? states[name]?.rescue?.worker,
        processes[name]?[number] != nil
      {
        progress(number, of: name)
      }
      passDue()
    }
  }

  /// A worker does what it has to, to serve.
  private mutating func progress(_ number: WorkerNumber, of name: GroupName) {
    guard let worker = states[name]?.workers[number] else { return }
    if !name.isIsland, processes[name]?[number]?.isDivided == false {
      return divide(number, worker)
    }
    if !worker.isRunning { send(.reported(number, .started), to: name) }
    send(.reported(number, .ready), to: name)
  }

  /// A worker of the application finds islands, and writes down what they are.
  private mutating func divide(_ number: WorkerNumber, _ worker: GroupWorker) {
    processes[.all]?[number]?.isDivided = true
    send(.reported(number, .selected(selection(of: .all, worker))), to: .all)
    send(.reported(number, .inspected(plugins: [])), to: .all)
    let found = islands(of: worker)
    described[worker.set, default: []].formUnion(found.map(\.name))
    for island in found { send(.reported(number, .island(island, description: "")), to: .all) }
    send(.reported(number, .divided), to: .all)
  }

  private mutating func report(_ number: WorkerNumber, of name: GroupName) {
    guard let worker = states[name]?.workers[number] else { return }
    let reports: [WorkerReport] = [
      .started, .ready,
      .checked([.init(name: "check", error: generator.happens(0.3) ? "error" : nil)]),
      .failing("failing"), .refused(["refused"]),
      .selected(selection(of: name, worker)), .inspected(plugins: ["plugin"]), .lost,
      .blames(plugin: "b2"), .answered(taskless: []), .began(step: "step"),
      .finished(step: "step"), .service(name: "service", state: "ready"),
      // What only hostile code reports, or a worker at another time.
      .island(WorkerIsland(name: "d", plugins: ["d"], digest: ""), description: ""),
      .reads(paths: ["p"], state: "a"),
    ]
    // The plugins are divided before one of them can run.
    let isEarly = !name.isIsland && processes[name]?[number]?.isDivided == false
    let possible = isEarly ? Array(reports.dropFirst(3)) : reports
    guard let report = possible.randomElement(using: &generator) else { return }
    if case .lost = report, generator.happens(0.5) { return }
    if case .island = report {
      guard processes[name]?[number]?.isDivided == true || name.isIsland else { return }
      send(.reported(number, report), to: name)
      return send(.reported(number, .divided), to: name)
    }
    send(.reported(number, report), to: name)
  }

  // MARK: - Ends

  /// From now on, new workers get ready, and those that are to end do, until everything serves.
  private mutating func calm() {
    for _ in 0..<2000 where problems.isEmpty {
      if states[.all]?.phase == .stopped { return }
      for (name, workers) in processes.sorted(by: { $0.key.text < $1.key.text }) {
        for number in workers.keys.sorted() { calm(number, of: name) }
      }
      let isCalm = states.allSatisfy { name, state in
        guard case .serving = state.phase else { return false }
        return processes[name]?.count == 1 && state.renewalDue == nil
      }
      if isCalm { return checkWhole() }
      passDue()
    }
    if problems.isEmpty { fail("it does not get calm") }
  }

  private mutating func calm(_ number: WorkerNumber, of name: GroupName) {
    guard let process = processes[name]?[number], let state = states[name] else { return }
    if process.isKilled || process.isStopping || state.workers[number]?.isEnding == true {
      end(number, of: name)
    } else if [state.start?.worker, state.rescue?.worker].contains(number) {
      progress(number, of: name)
    }
  }

  /// A stop, after which workers do nothing until they are killed.
  private mutating func end() {
    stop()
    for _ in 0..<100
    where problems.isEmpty && states.values.contains(where: { $0.phase != .stopped }) {
      for (name, workers) in processes.sorted(by: { $0.key.text < $1.key.text }) {
        for (number, process) in workers where process.isKilled { end(number, of: name) }
      }
      passDue()
    }
    guard problems.isEmpty else { return }
    if states.values.contains(where: { $0.phase != .stopped }) { fail("it does not end") }
    reload(isAnswered: true)
    if !requests.isEmpty { fail("the requests \(requests) were not answered") }
  }
}
