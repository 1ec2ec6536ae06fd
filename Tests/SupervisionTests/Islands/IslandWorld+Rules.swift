import CleansePluginMetadata
import CleanseTestSupport
@testable import CleanseSupervision

/// What is true in a world of islands.
extension IslandWorld {
  // MARK: - Effects

  /// Notes what serves from now on.
  mutating func take(_ event: GroupEvent, of name: GroupName, _ before: GroupState) {
    guard let state = states[name] else { return }
    switch event {
    case .forked, .notForked: forking.remove(name)
    case .released:
      guard before.start?.isHeld == true, let worker = before.start?.worker,
        before.workers[worker]?.isReady == true, before.workers[worker]?.isEnding == false,
        state.server == worker
      else { return fail("\(name.text) is released, and has nothing that is ready") }
      running[name] = offers[name]
    default: break
    }
    if !name.isIsland, let server = state.server, server != before.server,
      starters.contains(server), let set = state.servingSet
    {
      servedSet = set
      wholeSets.insert(set)
    }
  }

  /// Carries out an effect.
  ///
  /// - Parameter ended: The worker that has ended.
  mutating func take(
    _ effect: GroupEffect, of name: GroupName, _ ended: WorkerNumber?
  ) -> IslandStarts.Events {
    switch effect {
    case .fork(let number): return fork(number, of: name)
    case .order(let number, let order):
      guard processes[name]?[number] != nil else { break }
      if order == .stop, processes[name]?[number]?.isStopping == true {
        fail("a second order to stop")
      }
      if order == .stop { processes[name]?[number]?.isStopping = true }
      return []
    case .observe(let number):
      let conditions: [WorkerCondition] = [.waiting, .waiting, .stopped, .traced, .computing]
      return conditions.randomElement(using: &generator).map {
        [(name, .observed(number, $0))]
      } ?? []
    case .measure(let number):
      return [(name, .measured(number, memory: generator.happens(0.3) ? 101 : 100))]
    case .kill(let number):
      guard processes[name]?[number] != nil else { break }
      processes[name]?[number]?.isKilled = true
      return []
    case .reportEnd(let number, _):
      if number != ended { fail("a report of a worker that has not ended") }
      return []
    case .answer(let request, let result):
      if requests.remove(request) == nil { fail("a second answer to \(request)") }
      if result.keepsOld, states[.all]?.server == nil { fail("there are no old plugins") }
      return []
    case .exit:
      if processes[name]?.isEmpty == false { fail("an exit before the workers") }
      if !exits.insert(name).inserted, !name.isIsland { fail("a second exit") }
      return []
    case .startIslands(let number, _):
      if !starters.insert(number).inserted { fail("the islands of \(number) are started twice") }
      return []
    case .watch:
      if name.isIsland { fail("an island changes what is watched") }
      return []
    default: return []
    }
    fail("\(effect) of a worker that has ended")
    return []
  }

  private mutating func fork(
    _ number: WorkerNumber, of name: GroupName
  ) -> IslandStarts.Events {
    guard let worker = states[name]?.workers[number] else {
      fail("the worker \(number) is unknown")
      return []
    }
    if states[name]?.isStopping == true || states[.all]?.isStopping == true {
      fail("a fork after a stop")
    }
    if !forking.insert(name).inserted { fail("two forks at once") }
    checkSet(of: worker, name)
    guard !generator.happens(0.03) else { return [(name, .notForked(number, "no process"))] }
    processes[name, default: [:]][number] = Process()
    return [(name, .forked(number, process: Int32(number.rawValue)))]
  }

  private mutating func checkSet(of worker: GroupWorker, _ name: GroupName) {
    if worker.isSetNew {
      if name.isIsland { fail("an island makes a set") }
      if stored.contains(worker.set) { fail("the set \(worker.set) is not new") }
    } else if !stored.contains(worker.set),
      states[.all]?.workers.values.contains(where: {
        $0.set == worker.set
      }) != true
    {
      fail("the set \(worker.set) does not exist")
    }
    if name.isIsland, described[worker.set]?.contains(name.text) != true {
      fail("the island \(name.text) is not in the set \(worker.set)")
    }
    if name.isIsland, worker.limits ?? IslandLimits() != limits(of: name, in: worker.set) {
      fail("a worker of \(name.text) has other limits than the set \(worker.set)")
    }
  }

  // MARK: - Islands

  /// An island that runs already is left alone.
  mutating func checkOffer(of name: GroupName, _ set: SetNumber) {
    guard let number = states[.all]?.start?.worker, let worker = states[.all]?.workers[number],
      worker.set == set, let island = worker.islands.first(where: { $0.name == name.text })
    else { return fail("\(name.text) is offered a set in which it is not") }
    let state = states[name]
    if let state, !state.isStopping, state.sets.served != nil, let running = running[name] {
      let isSame = set == servedSet ? running.plugins == island.plugins : running == island
      if isSame, set == servedSet || state.fallback == nil {
        fail("\(name.text) is started, and has not changed")
      }
    }
    offers[name] = island
  }

  /// A reload that has failed changes nothing that serves, but for a worker that is lost at the same time.
  mutating func checkReload(_ sets: [GroupName: SetNumber], _ event: GroupEvent) {
    for (name, set) in sets {
      guard let serving = states[name]?.servingSet else { continue }
      if serving != set {
        fail("a reload that has failed has another set serve in \(name.text): \(event)")
      }
    }
  }

  /// All islands of the set of the application run, and no others.
  mutating func checkWhole() {
    guard let application = states[.all], let server = application.server,
      let worker = application.workers[server]
    else { return fail("nothing serves") }
    // Those of a worker that another program has started are not known.
    guard worker.isDivided else { return }
    let names = states.keys.filter(\.isIsland).map(\.text).sorted()
    if names != worker.islands.map(\.name).sorted() {
      fail("the islands \(names) run, and not \(worker.islands.map(\.name))")
    }
    for island in worker.islands {
      // Nor is what an island runs that another program has started.
      guard let known = running[.island(island.name)], known != island else { continue }
      // What has gone back is what the next reload changes.
      if states[.island(island.name)]?.fallback == nil {
        fail("\(island.name) is not the one of the set")
      }
    }
  }

  // MARK: - States

  /// What is true of each state.
  mutating func check() {
    for name in states.keys { check(name) }
    guard let application = states[.all] else { return }
    let waiting = (application.start?.requests ?? []) + (application.start?.pending ?? [])
    if Set(waiting) != requests || waiting.count != requests.count {
      fail("the requests \(waiting) wait, and not \(requests)")
    }
  }

  private mutating func check(_ name: GroupName) {
    guard let state = states[name] else { return }
    if name.isIsland, let set = state.servingSet, !wholeSets.contains(set) {
      fail("\(name.text) serves the set \(set), of which others do not")
    }
    let (server, candidate, rescue) = (state.server, state.start?.worker, state.rescue?.worker)
    let present = Set(processes[name]?.keys.map(\.self) ?? [])
    if Set(state.workers.keys) != present { fail("the workers of \(name.text) are \(present)") }
    if server != nil, server == candidate { fail("the candidate serves already") }
    if rescue != nil, rescue == candidate || rescue == server { fail("a worker is two") }
    if state.rescue != nil, state.start?.isReload != true { fail("a rescue without a reload") }
    if state.start?.isHeld == true, !name.isIsland { fail("the application is held") }
    for (number, worker) in state.workers {
      if worker.isStopping == (number == server || number == candidate || number == rescue) {
        fail("the worker \(number) of \(name.text) \(worker.isStopping ? "stops" : "does nothing")")
      }
      if worker.deadline == nil, !isFree(number, worker, of: name) {
        fail("the worker \(number) of \(name.text) may take for ever")
      }
    }
  }

  /// Whether a worker needs no deadline: one that is killed ends, one that serves or is on trial is ready, and one that waits for
  /// others has theirs.
  private func isFree(_ number: WorkerNumber, _ worker: GroupWorker, of name: GroupName) -> Bool {
    guard let state = states[name] else { return false }
    if number == state.server || processes[name]?[number]?.isKilled == true { return true }
    guard number == state.start?.worker else { return false }
    if state.start?.trialEnd != nil { return true }
    guard worker.isReady else { return false }
    // An island waits for the application, which waits for an island that is not ready.
    guard let application = states[.all], let start = application.start,
      let candidate = application.workers[start.worker]
    else { return false }
    let isKilled = processes[.all]?[start.worker]?.isKilled == true
    if name.isIsland, start.trialEnd != nil || candidate.deadline != nil || isKilled { return true }
    return states.contains { other, state in
      other.isIsland && state.start?.isHeld == true
        && state.start.flatMap { state.workers[$0.worker]?.deadline } != nil
    }
      || states.contains { other, state in
        // It was killed.
        other.isIsland && state.start.map { processes[other]?[$0.worker]?.isKilled == true } == true
      }
  }
}
