import Glibc
import CleanseProcesses

/// The fork servers of an application, one for each plugin that may be loaded at the same time.
struct ServerPool: ~Copyable {
  /// A request in progress, the only one of its server.
  private struct Work {
    let server: ProbeConnection
    let index: Int
    let id: Int
    /// Whether the server gets further requests. One that has received options, which can be secrets, does not: a process of
    /// another plugin would find them in its copy of the server's memory.
    let isReused: Bool
    /// The milliseconds that remain for the server to answer.
    var patience: Int
    var received: [UInt8] = []
  }

  private let launcher: LauncherConnection
  private let limit: Int
  /// The milliseconds that an answer may take beyond the plugin's own time.
  private let patience: Int
  private var idle: [ProbeConnection] = []
  private var busy: [Work] = []
  private var nextID = 0

  init(_ launcher: LauncherConnection, limit: Int, patience: Int = 10_000) {
    self.launcher = launcher
    self.limit = max(1, limit)
    self.patience = patience
  }

  /// Performs every request.
  ///
  /// - Parameters:
  ///   - count: The number of requests.
  ///   - isSerial: Whether each request is answered before the next one starts.
  ///   - request: Creates the request at an index, with the given ID.
  ///   - answered: Called with each outcome and its index, in order of completion.
  mutating func run(
    _ count: Int, isSerial: Bool, request: (_ index: Int, _ id: Int) -> ProbeRequest,
    answered: (_ index: Int, ProbeOutcome) -> Void
  ) {
    if !isSerial { startServers(count) }
    var waiting = 0..<count
    while !waiting.isEmpty || !busy.isEmpty {
      do throws(LauncherConnection.Failure) {
        while busy.count < (isSerial ? 1 : limit), let index = waiting.first {
          try start(index, request, afresh: isSerial)
          waiting.removeFirst()
        }
      } catch {
        // A running request may hold the resource that is short.
        if busy.isEmpty {
          for index in waiting {
            answered(index, ProbeOutcome(ending: .unavailable(error.description)))
          }
          return
        }
      }
      proceed(answered)
    }
  }

  /// Starts all servers before the first plugin is loaded, which may kill the launcher. A server that can't be
  /// started is started again when it is needed.
  private mutating func startServers(_ count: Int) {
    while idle.count < min(count, limit), let server = try? launcher.startServer() {
      idle.append(server)
    }
  }

  /// - Parameter isAfresh: Whether to start a new server for the request if possible.
  private mutating func start(
    _ index: Int, _ request: (_ index: Int, _ id: Int) -> ProbeRequest, afresh isAfresh: Bool
  ) throws(LauncherConnection.Failure) {
    let request = request(index, nextID)
    nextID += 1
    if !isAfresh, startIdle(request, index) { return }
    do throws(LauncherConnection.Failure) {
      let server = try launcher.startServer()
      // If the server is gone already, reading its answer detects it.
      _ = server.send(request)
      begin(request, index, server)
    } catch {
      guard startIdle(request, index) else { throw error }
    }
  }

  /// Sends the request to an idle server, which may have ended meanwhile.
  private mutating func startIdle(_ request: ProbeRequest, _ index: Int) -> Bool {
    while let server = idle.popLast() {
      if server.send(request) {
        begin(request, index, server)
        return true
      }
    }
    return false
  }

  private mutating func begin(_ request: ProbeRequest, _ index: Int, _ server: ProbeConnection) {
    busy.append(
      Work(
        server: server, index: index, id: request.id, isReused: !request.hasOptions,
        patience: request.limits.longestMilliseconds + patience))
  }

  /// Waits for an event of a busy server and handles it.
  private mutating func proceed(_ answered: (_ index: Int, ProbeOutcome) -> Void) {
    var polled = busy.map { pollfd(fd: $0.server.number, events: Int16(POLLIN), revents: 0) }
    let start = Clock.nanoseconds()
    _ = unsafe poll(&polled, nfds_t(polled.count), 1000)
    // At most a second: this process can be stopped for long, too.
    let spent = Int(min((Clock.nanoseconds() - start) / 1_000_000, 1000))
    for index in busy.indices.reversed() {
      do {
        if polled[index].revents != 0, let outcome = try Self.outcome(of: &busy[index]) {
          let work = busy.remove(at: index)
          if work.isReused { idle.append(work.server) }
          answered(work.index, outcome)
        } else {
          try Self.wait(for: &busy[index], spent)
        }
      } catch {
        let work = busy.remove(at: index)
        work.server.kill()
        answered(work.index, ProbeOutcome(ending: .lost))
      }
    }
  }

  /// The outcome of a request; nil until it has been received completely.
  ///
  /// - Throws: If the received bytes are not an answer, or the server is gone.
  private static func outcome(of work: inout Work) throws -> ProbeOutcome? {
    work.received += try work.server.read()
    guard let (reply, payload) = try ProbeMessage.next(ProbeReply.self, from: &work.received)
    else { return nil }
    guard reply.id == work.id, work.received.isEmpty else { throw ProbeMessage.Malformed() }
    var outcome = reply.outcome
    outcome.payload = payload
    return outcome
  }

  /// Subtracts the time that the server has sent nothing.
  ///
  /// - Throws: If the server exceeds its time or was stopped, so that it can't do its work.
  private static func wait(for work: inout Work, _ milliseconds: Int) throws {
    let before = work.patience
    work.patience -= milliseconds
    // Once in each second of waiting: this is called whenever another server answers, and reads two files.
    let isDue = work.patience / 1000 != before / 1000
    guard work.patience > 0, !(isDue && work.server.isStopped) else {
      throw ProbeMessage.Malformed()
    }
  }
}
