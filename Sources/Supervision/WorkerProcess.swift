import CProbe
import CleanseSupport
import Glibc
import PluginProbing

/// A worker, as its supervisor knows it.
final class WorkerProcess {
  enum Phase: Equatable {
    /// It inspects plugins, and starts services.
    case starting
    /// It serves.
    case ready
    /// It has been ordered to stop.
    case stopping
  }

  /// What is kept of its reports: code of plugins runs in it.
  private static let mostLines = 1000
  /// How long a worker may take to end by itself, in nanoseconds.
  private static let endTime: UInt64 = 10_000_000_000

  let process: pid_t
  let generation: Int
  /// Readable when the process has ended.
  let handle: Int32
  let messages: Int32
  let sockets: Int32
  let page: SharedPage
  private(set) var phase = Phase.starting
  /// When the phase began.
  private(set) var since: UInt64
  /// When the worker is killed.
  var deadline: UInt64?
  /// Whether it was killed because it was late.
  var isOverdue = false
  /// Whether its services run, so that it has accepted connections.
  var isRunning = false
  /// When it becomes the current worker; nil before it is ready.
  var trialEnd: UInt64?
  var plugins: [String] = []
  /// The states of its services, in the order in which they started.
  private(set) var services: [(name: String, state: String)] = []
  private(set) var refusals: [String] = []
  var addresses: Set<String> = []
  /// How often it has requested a socket.
  var requestCount = 0
  /// When it last answered a check.
  private(set) var answered: UInt64
  private(set) var health: [HealthResult] = []
  /// The connections that have ended.
  private var ended: Set<Int32> = []
  private var messageBuffer = LineBuffer()
  private var socketBuffer = LineBuffer()
  private var unsent: [UInt8] = []

  init(
    process: pid_t, generation: Int, handle: Int32, messages: Int32, sockets: Int32,
    page: SharedPage
  ) {
    (self.process, self.generation, self.handle) = (process, generation, handle)
    (self.messages, self.sockets, self.page) = (messages, sockets, page)
    let now = Clock.nanoseconds()
    (since, answered) = (now, now)
  }

  deinit {
    for descriptor in [handle, messages, sockets] { close(descriptor) }
    page.release()
  }

  /// - Parameter deadline: How long the phase may last; nil for ever.
  func enter(_ phase: Phase, deadline: Duration?) {
    self.phase = phase
    since = Clock.nanoseconds()
    self.deadline = deadline.map { since + $0.nanoseconds }
  }

  /// The reports that have arrived.
  func reports() -> [WorkerReport] {
    (lines(from: messages, in: &messageBuffer) ?? []).compactMap(WorkerReport.init(message:))
  }

  /// The addresses of the sockets that the worker requests.
  func requestedAddresses() -> [String] {
    (lines(from: sockets, in: &socketBuffer) ?? []).map { String(decoding: $0, as: UTF8.self) }
  }

  private func lines(from socket: Int32, in buffer: inout LineBuffer) -> [[UInt8]]? {
    guard !ended.contains(socket) else { return nil }
    let lines = buffer.lines(from: socket)
    if lines == nil { ended.insert(socket) }
    return lines
  }

  /// Whether the process has ended.
  var hasEnded: Bool {
    var polled = pollfd(fd: handle, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&polled, 1, 0) > 0
  }

  /// Whether both connections are open.
  var isConnected: Bool { ended.isEmpty }

  /// Answers a request for a socket. A worker that does not read the answers is killed.
  func answer(_ number: Int32, _ descriptor: Int32) {
    if cprobe_send_descriptors(sockets, number, descriptor, -1) != 0 { kill() }
  }

  /// Sets a deadline for a worker that is about to end by itself.
  func expectEnd() {
    if deadline == nil { deadline = Clock.nanoseconds() + Self.endTime }
  }

  /// Orders the worker to run its health checks.
  func check() {
    order(.check)
  }

  /// Takes the results of health checks.
  ///
  /// - Returns: What has changed since the last ones.
  func take(_ results: [HealthResult]) -> [(text: String, isFailure: Bool)] {
    answered = Clock.nanoseconds()
    let failing = Set(health.filter { $0.error != nil }.map(\.name))
    defer { health = kept(results) }
    return kept(results).compactMap { result in
      switch (result.error, failing.contains(result.name)) {
      case (let error?, false): ("health check \(result.name) fails: \(error)", true)
      case (nil, true): ("health check \(result.name) passes again", false)
      default: nil
      }
    }
  }

  private func kept(_ results: [HealthResult]) -> [HealthResult] {
    results.prefix(Self.mostLines).map {
      HealthResult(
        name: WorkerReport.shortened($0.name), error: $0.error.map(WorkerReport.shortened))
    }
  }

  /// What the worker was doing when it was too late.
  var lateness: String {
    let starting = services.filter { $0.state == "starting" }.map(\.name)
    let failing = health.filter { $0.error != nil }.map {
      "health check \($0.name) fails: \($0.error ?? "")"
    }
    let reasons = starting.map { "\($0) is starting" } + failing
    return "the worker is not ready in time" + (reasons.isEmpty ? "" : ": ")
      + reasons.joined(separator: "; ")
  }

  /// Sends an order. What the worker does not receive at once is sent later.
  func order(_ order: SupervisorOrder) {
    // A worker that reads nothing is found out by its deadline.
    guard unsent.count < MessageStream.limit else { return }
    unsent += MessageStream.bytes(of: order)
    flush()
  }

  /// Whether there are orders that the worker has not had room for.
  var isSending: Bool { !unsent.isEmpty }

  /// Sends these orders.
  func flush() {
    if isSending { unsent = MessageStream.send(unsent, to: messages) ?? [] }
  }

  /// Kills the worker and the processes that it has started in its group.
  func kill() {
    Glibc.kill(-process, SIGKILL)
    Glibc.kill(process, SIGKILL)
  }

  /// Adds reasons why the worker can't be used.
  func refuse(_ lines: [String]) {
    refusals += lines.prefix(Self.mostLines - refusals.count).map(WorkerReport.shortened)
  }

  func set(_ service: String, _ state: String) {
    let (service, state) = (WorkerReport.shortened(service), WorkerReport.shortened(state))
    if let index = services.firstIndex(where: { $0.name == service }) {
      services[index].state = state
    } else if services.count < Self.mostLines {
      services.append((service, state))
    }
  }
}
