import CProbe
import Glibc

/// The host's end of the connection to the fork server.
///
/// One batch of requests at a time. Only so many are under way that neither side ever waits for the
/// other to read.
struct ProbeConnection: ~Copyable {
  private let server: Descriptor
  private let process: pid_t
  private var received: [UInt8] = []
  private var nextID = 0

  init(server: consuming Descriptor, process: pid_t) {
    self.server = server
    self.process = process
  }

  deinit {
    // The server ends when it finds the connection closed, and with it all that it started.
    cprobe_disconnect(server.number)
    waitpid(process, nil, 0)
  }

  private static let windowSize = 32

  /// Has every request answered.
  ///
  /// - Parameters:
  ///   - count: How many requests there are.
  ///   - request: Makes the request at a place, with the number that it is known by.
  ///   - answered: Gets each outcome with its place, in the order in which they come.
  mutating func run(
    _ count: Int, request: (_ place: Int, _ id: Int) -> ProbeRequest,
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
          try Descriptor.writeAll(bytes, to: server.number)
          sent += 1
        }
        let reply = try receive()
        let place = reply.id - firstID
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

  private mutating func receive() throws -> ProbeReply {
    while true {
      if let (reply, payload) = try ProbeMessage.next(ProbeReply.self, from: &received) {
        var outcome = reply.outcome
        outcome.payload = payload
        return ProbeReply(id: reply.id, outcome: outcome)
      }
      let bytes = try Descriptor.read(server.number, atMost: 1 << 20).get()
      guard !bytes.isEmpty else { throw ProbeMessage.Malformed() }
      received += bytes
    }
  }
}
