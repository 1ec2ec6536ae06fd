import Glibc

/// The fork servers of an application: as many as plugins may be loaded at a time.
struct ServerPool: ~Copyable {
  /// A request that a server works on, the only one that it has.
  private struct Work {
    let server: ProbeConnection
    let place: Int
    let id: Int
    /// How many milliseconds the server may still be silent.
    var patience: Int
    var received: [UInt8] = []
  }

  private let launcher: LauncherConnection
  private let limit: Int
  /// How many milliseconds an answer may take beyond the time that a plugin has.
  private let patience: Int
  private var idle: [ProbeConnection] = []
  private var busy: [Work] = []
  private var nextID = 0

  init(_ launcher: LauncherConnection, limit: Int, patience: Int = 10_000) {
    self.launcher = launcher
    self.limit = max(1, limit)
    self.patience = patience
  }

  /// Has every request answered.
  ///
  /// - Parameters:
  ///   - count: How many requests there are.
  ///   - isSerial: Whether one is answered before the next is begun.
  ///   - request: Makes the request at a place, with the number that it is known by.
  ///   - answered: Gets each outcome with its place, in the order in which they come.
  mutating func run(
    _ count: Int, isSerial: Bool, request: (_ place: Int, _ id: Int) -> ProbeRequest,
    answered: (_ place: Int, ProbeOutcome) -> Void
  ) {
    var waiting = 0..<count
    while !waiting.isEmpty || !busy.isEmpty {
      do throws(LauncherConnection.Failure) {
        while busy.count < (isSerial ? 1 : limit), let place = waiting.first {
          try start(place, request, afresh: isSerial)
          waiting.removeFirst()
        }
      } catch {
        // What is running may hold what there is too little of.
        if busy.isEmpty {
          for place in waiting {
            answered(place, ProbeOutcome(ending: .unavailable(error.description)))
          }
          return
        }
      }
      proceed(answered)
    }
  }

  /// - Parameter isAfresh: Whether a server is started for the request alone, if one can be.
  private mutating func start(
    _ place: Int, _ request: (_ place: Int, _ id: Int) -> ProbeRequest, afresh isAfresh: Bool
  ) throws(LauncherConnection.Failure) {
    let request = request(place, nextID)
    nextID += 1
    if !isAfresh, startIdle(request, place) { return }
    do throws(LauncherConnection.Failure) {
      let server = try launcher.startServer()
      // One that is gone again is found so when its answer is read.
      _ = server.send(request)
      begin(request, place, server)
    } catch {
      guard startIdle(request, place) else { throw error }
    }
  }

  /// Gives the request to a server that was used before, and that may have been ended meanwhile.
  private mutating func startIdle(_ request: ProbeRequest, _ place: Int) -> Bool {
    while let server = idle.popLast() {
      if server.send(request) {
        begin(request, place, server)
        return true
      }
    }
    return false
  }

  private mutating func begin(_ request: ProbeRequest, _ place: Int, _ server: ProbeConnection) {
    busy.append(
      Work(
        server: server, place: place, id: request.id,
        patience: request.limits.allowedMilliseconds + patience))
  }

  /// Waits until something happens to one of the servers that work, and deals with it.
  private mutating func proceed(_ answered: (_ place: Int, ProbeOutcome) -> Void) {
    var polled = busy.map { pollfd(fd: $0.server.number, events: Int16(POLLIN), revents: 0) }
    let start = Clock.nanoseconds()
    _ = unsafe poll(&polled, nfds_t(polled.count), 1000)
    // A second at most: this process, too, can be stopped for long.
    let spent = Int(min((Clock.nanoseconds() - start) / 1_000_000, 1000))
    for index in busy.indices.reversed() {
      do {
        if polled[index].revents != 0, let outcome = try Self.outcome(of: &busy[index]) {
          let work = busy.remove(at: index)
          idle.append(work.server)
          answered(work.place, outcome)
        } else {
          try Self.wait(for: &busy[index], spent)
        }
      } catch {
        let work = busy.remove(at: index)
        work.server.kill()
        answered(work.place, ProbeOutcome(ending: .lost))
      }
    }
  }

  /// What came of a request; nothing while it is not there as a whole.
  ///
  /// - Throws: When what comes is no answer, or the server is gone.
  private static func outcome(of work: inout Work) throws -> ProbeOutcome? {
    work.received += try work.server.read()
    guard let (reply, payload) = try ProbeMessage.next(ProbeReply.self, from: &work.received)
    else { return nil }
    guard reply.id == work.id, work.received.isEmpty else { throw ProbeMessage.Malformed() }
    var outcome = reply.outcome
    outcome.payload = payload
    return outcome
  }

  /// Counts the time that the server has said nothing.
  ///
  /// - Throws: When it is silent for longer than anything takes, or was stopped: something keeps it from its work.
  private static func wait(for work: inout Work, _ milliseconds: Int) throws {
    work.patience -= milliseconds
    guard work.patience > 0, !work.server.isStopped else { throw ProbeMessage.Malformed() }
  }
}
