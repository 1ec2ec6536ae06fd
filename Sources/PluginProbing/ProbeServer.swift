import CProbe
import Glibc

/// The process that starts all others of the probe: a copy of the host from before it had threads.
///
/// It has one thread itself, so that each process that it starts is a whole copy. It ends when the host
/// does, however that ends, and kills before what it started.
struct ProbeServer: ~Copyable {
  private let host: Descriptor
  /// Readable once the host's process has ended. The connection need not be closed then: what a plugin
  /// started in the host may still hold it.
  private let hostProcess: Descriptor
  private let work: ProbeWork
  private let workers: Int
  private var received: [UInt8] = []
  private var unsent: ArraySlice<UInt8> = []
  private var waiting: [ProbeRequest] = []
  private var running: [ProbeProcess] = []

  private init(
    host: consuming Descriptor, process: consuming Descriptor, work: ProbeWork, workers: Int
  ) {
    host.setNonblocking()
    self.host = host
    hostProcess = process
    self.work = work
    self.workers = max(1, workers)
  }

  /// Serves the host until that is gone.
  ///
  /// - Parameters:
  ///   - host: The connection.
  ///   - pid: The host's process, which is the parent of this one.
  static func run(
    host: consuming Descriptor, of pid: pid_t, work: ProbeWork, workers: Int
  ) -> Never {
    guard isolate(host.number) else { _exit(1) }
    let process = cprobe_open_process(pid)
    // Where the host has ended meanwhile, the number may be another's.
    guard process >= 0, getppid() == pid else { _exit(1) }
    // What every process needs is made ready once here.
    cprobe_tell_crashes(-1, nil)
    work.warmUp()
    var server = ProbeServer(
      host: host, process: Descriptor(process), work: work, workers: workers)
    while server.serve() {}
    server.end()
  }

  /// Lets go of the host's session, signals, streams and files, as somebody may wait for the end of
  /// one.
  private static func isolate(_ host: Int32) -> Bool {
    guard cprobe_prepare_server() == 0 else { return false }
    let nothing = unsafe open("/dev/null", O_RDWR)
    guard nothing >= 0,
      [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].allSatisfy({ dup2(nothing, $0) >= 0 })
    else { return false }
    cprobe_close_from(STDERR_FILENO + 1, host)
    return true
  }

  /// Waits for something to happen and deals with it.
  ///
  /// - Returns: Whether the host is still there.
  private mutating func serve() -> Bool {
    start()
    guard wait() else { return false }
    let (isOpen, bytes) = host.available(limit: 1 << 20)
    received += bytes
    guard isOpen, takeRequests() else { return false }
    let now = Clock.nanoseconds()
    for process in running {
      process.read()
      process.killIfOverdue(at: now)
    }
    finish()
    return send()
  }

  private mutating func start() {
    while running.count < workers, !waiting.isEmpty {
      let request = waiting.removeFirst()
      do throws(SystemCallError) {
        running.append(try ProbeProcess(request, work: work))
      } catch {
        // What is running may hold what there is too little of.
        guard running.isEmpty else {
          waiting.insert(request, at: 0)
          return
        }
        reply(to: request, ProbeOutcome(ending: .unavailable("\(error)")))
      }
    }
  }

  /// - Returns: Whether the host's process is still there.
  private func wait() -> Bool {
    var polled = [
      pollfd(fd: hostProcess.number, events: Int16(POLLIN), revents: 0),
      pollfd(
        fd: host.number, events: Int16(unsent.isEmpty ? POLLIN : POLLIN | POLLOUT), revents: 0),
    ]
    for descriptor in running.flatMap(\.descriptors) {
      polled.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    }
    let start = Clock.nanoseconds()
    guard let next = running.compactMap(\.deadline).min() else {
      return unsafe poll(&polled, nfds_t(polled.count), -1) <= 0 || polled[0].revents == 0
    }
    let timeout = next <= start ? 0 : Int32(clamping: (next - start) / 1_000_000 + 1)
    let isHostThere =
      unsafe poll(&polled, nfds_t(polled.count), timeout) <= 0 || polled[0].revents == 0
    // Where this process was stopped meanwhile, what it started may have waited for it.
    let late = Clock.nanoseconds().subtractingReportingOverflow(
      max(next, start) + Self.tolerance)
    if !late.overflow {
      for process in running { process.extendDeadline(by: late.partialValue) }
    }
    return isHostThere
  }

  /// How much too late the system may wake this process, in nanoseconds.
  private static let tolerance: UInt64 = 500_000_000

  private mutating func takeRequests() -> Bool {
    do {
      while let (request, _) = try ProbeMessage.next(ProbeRequest.self, from: &received) {
        waiting.append(request)
      }
      return true
    } catch {
      return false
    }
  }

  private mutating func finish() {
    let ended = running.filter(\.hasEnded)
    guard !ended.isEmpty else { return }
    let names = Dictionary(running.map { (ProbeChild.name(of: $0.request.id), $0) }) { first, _ in
      first
    }
    for orphan in Orphans.killed(sparing: Set(running.map(\.pid))) {
      let parent = running.first { $0.pid == orphan.group } ?? names[orphan.name] ?? ended[0]
      parent.leftProcesses += 1
    }
    running.removeAll { process in ended.contains { $0 === process } }
    for process in ended { reply(to: process.request, process.outcome()) }
  }

  private mutating func reply(to request: ProbeRequest, _ outcome: ProbeOutcome) {
    let reply = ProbeReply(id: request.id, outcome: outcome)
    // An outcome is numbers and text; that it can't be encoded is a mistake here, and the host then
    // learns it by the missing answer.
    guard let bytes = try? ProbeMessage.bytes(of: reply, payload: outcome.payload) else { _exit(1) }
    unsent += bytes
  }

  private mutating func send() -> Bool {
    // What has been sent is kept until then: to move the rest each time would take ever longer.
    defer { if unsent.isEmpty { unsent = [] } }
    while !unsent.isEmpty {
      switch Descriptor.send(unsent, to: host.number) {
      case .success(let count): unsent = unsent.dropFirst(count)
      case .failure(let error) where error.number == EAGAIN: return true
      case .failure: return false
      }
    }
    return true
  }

  /// Kills all that was started, and ends.
  private consuming func end() -> Never {
    for process in running { process.kill() }
    _ = Orphans.killed(sparing: [])
    _exit(0)
  }
}
