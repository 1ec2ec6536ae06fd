import CleanseProcesses
import CleanseSupport

/// What the worker that serves is asked at regular times, and what follows from its use of memory.
extension GroupTransition {
  /// How often workers are checked.
  private static let checkInterval: UInt64 = 2_000_000_000

  /// Has the health of the worker that serves checked, and its memory measured, if that is due.
  mutating func checkServer() {
    guard state.checkDue <= now else { return }
    state.checkDue = now + Self.checkInterval
    guard let server = state.server else { return }
    effects.append(.order(server, .check))
    if state.recycling.limit != nil { effects.append(.measure(server)) }
  }

  /// Whether a worker whose services run may serve although health checks fail.
  ///
  /// They must not get worse by a reload: those that fail in the worker that serves, for example as a database is away, are no
  /// reason to keep it, and others are. Where no worker serves, one whose checks fail is better than none, so they delay only
  /// reloads, whose plugins have not served yet.
  func maySucceed(_ number: WorkerNumber) -> Bool {
    guard let worker = state.workers[number], worker.isRunning else { return false }
    let server = state.server.flatMap { state.workers[$0] }
    guard let server, !server.isHung else {
      return number != state.start?.worker || state.start?.isReload == false
    }
    return worker.failingChecks.isSubset(of: server.failingChecks)
  }

  /// A worker uses this memory, in bytes: if that is too much, another one replaces it.
  mutating func take(memory: UInt64, of number: WorkerNumber) {
    guard number == state.server, let limit = state.recycling.limit else { return }
    state.workers[number]?.memory = memory
    guard state.recycling.isExceeded(by: memory) else {
      state.workers[number]?.isLarge = false
      return
    }
    guard let worker = state.workers[number] else { return }
    let use =
      "the worker \(worker.process) uses \(ByteCount(memory)) of memory, more than \(ByteCount(limit))"
    if !worker.isLarge { notice(number, worker, use) }
    recycle(worker, because: use)
  }

  /// A worker uses too much memory, which it has not before.
  private mutating func notice(_ number: WorkerNumber, _ worker: GroupWorker, _ use: String) {
    state.workers[number]?.isLarge = true
    state.recycling.exceed(after: now - worker.since)
    let due = state.recycling.due
    guard due > now else { return }
    let seconds = (due - now) / 1_000_000_000 + 1
    log(
      .recyclingDelayed,
      "\(use), as soon as it serves: it is replaced in \(seconds) s at the earliest", of: worker)
  }

  /// Starts another worker, unless one starts already, or one has been started lately for that reason.
  private mutating func recycle(_ worker: GroupWorker, because use: String) {
    guard case .serving = state.phase, state.recycling.due <= now else { return }
    state.recycling.begin(at: now)
    state.counts.addRecycledWorker()
    log(.workerRecycled, "\(use): another one replaces it", of: worker)
    effects.append(.notify(["STATUS=replacing a worker that uses much memory"]))
    begin()
  }

  /// Whether a worker starts only because the one that serves, which works, uses too much memory.
  var isRecycling: Bool {
    guard case .reloading(let server, let start) = state.phase, !start.isReload else {
      return false
    }
    return state.workers[server]?.isHung == false
  }
}
