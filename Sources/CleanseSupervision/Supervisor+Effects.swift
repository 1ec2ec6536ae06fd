import CleanseProcesses
import CleanseSupport

/// What follows from events.
extension Supervisor {
  /// Changes the states of groups, and carries out the effects.
  ///
  /// - Returns: Nil in the supervisor; in a worker that was forked, its connection to the supervisor.
  func apply(_ events: Events) -> SupervisedWorker? {
    for event in events {
      if let worker = apply(event) { return worker }
    }
    return nil
  }

  /// The same for one event, and all that follow from it.
  private func apply(_ event: Events.Element) -> SupervisedWorker? {
    var events = [event]
    while !events.isEmpty {
      let (name, event) = events.removeFirst()
      prepareIsland(name, for: event)
      guard let state = groups[name]?.state else { continue }
      let result = state.applying(event, at: Clock.nanoseconds())
      groups[name]?.state = result.state
      if !name.isIsland, case .stopping(let since, _, _) = result.state.phase { stopTime = since }
      for effect in result.effects {
        switch effect {
        case .fork(let number):
          switch fork(number, of: name) {
          case .worker(let worker): return worker
          case .supervisor(let event): events.append((name, event))
          }
        case .observe(let number):
          events += (groups[name]?.observed(number) ?? []).map { (name, $0) }
        case .measure(let number):
          events += (groups[name]?.measured(number) ?? []).map { (name, $0) }
        default: carryOut(effect, of: name)
        }
      }
      switch event {
      case .ended(let number, _, _), .notForked(let number, _):
        groups[name]?.processes[number] = nil
        releaseControlGroup(of: state.workers[number], in: name)
      default: break
      }
      events += follow(result.effects, of: name)
    }
    log.write(each: .copiesMisplaced, store.takeWarnings())
    return nil
  }

  /// Which of the two processes a fork returns in.
  private enum Fork {
    case supervisor(GroupEvent)
    case worker(SupervisedWorker)
  }

  /// Starts a worker.
  private func fork(_ number: WorkerNumber, of name: GroupName) -> Fork {
    guard let worker = groups[name]?.state.workers[number] else {
      return .supervisor(.time)
    }
    do {
      switch try WorkerProcess.fork(using: try set(of: worker, in: name), descriptorLimit) {
      case .worker(let worker):
        // Plugins in it could write crash reports of others.
        for other in groups.values.flatMap(\.processes.values) { other.page.release() }
        return .worker(worker)
      case .supervisor(let process):
        groups[name]?.processes[number] = process
        return .supervisor(.forked(number, process: process.process))
      }
    } catch let error as ControlGroups.Failure {
      return .supervisor(.notForked(number, "`limits` can't be enforced: \(error.reason)"))
    } catch {
      return .supervisor(.notForked(number, "the system can't start a process: \(error)"))
    }
  }

  /// What a worker is to use.
  private func set(of worker: GroupWorker, in name: GroupName) throws(ControlGroups.Failure)
    -> WorkerSet
  {
    WorkerSet(
      directory: store.directory(of: worker.set), isNew: worker.isSetNew, without: worker.without,
      island: name.isIsland ? store.description(of: name.text, in: worker.set) : nil,
      islandName: name.isIsland ? name.text : nil,
      controlGroup: try controlGroup(of: worker, in: name))
  }

  /// Answers a program on the control socket, if it is still there.
  func answer(_ request: RequestNumber, _ answer: SupervisorAnswer) {
    control?.client(request)?.answer(answer)
  }

  private func carryOut(_ effect: GroupEffect, of name: GroupName) {
    let processes = groups[name]?.processes ?? [:]
    switch effect {
    // In `apply`, which handles the events that follow.
    case .fork, .observe, .measure: break
    // In `IslandStarts`, which returns the events that follow.
    case .startIslands, .becomeReady, .becomeUnready, .fail, .requestReload: break
    case .describe(let island, let set, let text): store.describe(island, in: set, as: text)
    case .order(let number, let order): processes[number]?.order(order)
    case .kill(let number): processes[number]?.kill()
    case .reportEnd(let number, let cause):
      if let process = processes[number] {
        reporter.report(cause, of: process.process, process.page, in: name.text)
      }
    case .log(let record): log.write(record.of(group: name.text))
    // The service manager knows the application alone.
    case .notify(let assignments): if !name.isIsland { manager.notify(assignments) }
    case .answer(let request, let result): answer(request, .reloaded(result))
    case .inform(let request, let lines): control?.client(request)?.inform(lines)
    case .watch(let paths, let state):
      watch.watch(paths, in: state, now: Clock.nanoseconds())
      reportPolling()
    case .closeUnusedSockets:
      sockets.keepOnly(
        groups.values.reduce(into: ownAddresses) { $0.formUnion($1.state.usedAddresses) })
    case .reportUnusedSockets(let used):
      guard !name.isIsland else { return }
      let all = groups.values.reduce(into: used.union(ownAddresses)) {
        $0.formUnion($1.state.usedAddresses)
      }
      log.write(each: .socketUnused, sockets.warnings(using: all))
    case .exit(let status):
      if !name.isIsland { exitStatus = status }
    }
  }
}
