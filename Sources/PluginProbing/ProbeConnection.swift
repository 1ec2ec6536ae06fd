import CProbe
import Glibc

/// The host's end of the connection to the fork server.
///
/// One batch of requests at a time. Only so many are under way that neither side ever waits for the
/// other to read.
struct ProbeConnection: ~Copyable {
  private let socket: Descriptor
  private let server: ServerProcess
  /// How many seconds an answer may take beyond the time that a plugin has.
  private let patience: Int
  private var received: [UInt8] = []
  private var nextID = 0

  init(_ socket: consuming Descriptor, to server: consuming ServerProcess, patience: Int = 10) {
    self.socket = socket
    self.server = server
    self.patience = patience
  }

  deinit {
    // The server ends when it finds the connection closed, and with it all that it started.
    cprobe_disconnect(socket.number)
  }

  private static let windowSize = 32

  /// Has every request answered.
  ///
  /// - Parameters:
  ///   - count: How many requests there are.
  ///   - limits: What each of them is given.
  ///   - request: Makes the request at a place, with the number that it is known by.
  ///   - answered: Gets each outcome with its place, in the order in which they come.
  mutating func run(
    _ count: Int, limits: ProbeLimits, request: (_ place: Int, _ id: Int) -> ProbeRequest,
    answered: (_ place: Int, ProbeOutcome) -> Void
  ) {
    let firstID = nextID
    nextID += count
    var sent = 0
    var unanswered = Set(0..<count)
    do {
      while !unanswered.isEmpty {
        while sent < count, sent - (count - unanswered.count) < Self.windowSize {
          let bytes = try ProbeMessage.bytes(of: request(sent, firstID + sent))
          try Descriptor.sendAll(bytes, to: socket.number)
          sent += 1
        }
        let reply = try receive(within: limits.milliseconds / 1000 + patience)
        let place = reply.id.subtractingReportingOverflow(firstID).partialValue
        guard unanswered.remove(place) != nil else { throw ProbeMessage.Malformed() }
        answered(place, reply.outcome)
      }
    } catch {
      for place in unanswered.sorted() {
        answered(
          place, ProbeOutcome(ending: .unavailable("the process that starts the others is gone")))
      }
    }
  }

  private mutating func receive(within seconds: Int) throws -> ProbeReply {
    while true {
      if let (reply, payload) = try ProbeMessage.next(ProbeReply.self, from: &received) {
        var outcome = reply.outcome
        outcome.payload = payload
        return ProbeReply(id: reply.id, outcome: outcome)
      }
      try wait(atMost: seconds)
      let bytes = try Descriptor.read(socket.number, atMost: 1 << 20).get()
      guard !bytes.isEmpty else { throw ProbeMessage.Malformed() }
      received += bytes
    }
  }

  /// Waits until there is something to read. A server that is silent for longer than anything takes is
  /// killed, as something keeps it from its work.
  private func wait(atMost seconds: Int) throws {
    // Each time counts for a second at most: this process, too, can be stopped for long.
    var rest = UInt64(seconds) * 1000
    var last = Clock.nanoseconds()
    while true {
      var polled = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
      if unsafe poll(&polled, 1, 1000) > 0 { return }
      server.resume()
      let now = Clock.nanoseconds()
      let spent = min((now - last) / 1_000_000, 1000)
      last = now
      guard rest > spent else {
        server.kill()
        throw ProbeMessage.Malformed()
      }
      rest -= spent
    }
  }
}
