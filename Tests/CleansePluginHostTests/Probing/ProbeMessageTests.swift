@testable import CleansePluginProbing
import CleanseTestSupport
import Testing

@Suite("A message of the probe")
struct ProbeMessageTests {
  private struct Note: Codable, Equatable {
    var text: String
    var number: Int
  }

  private let note = Note(text: "ä \u{0} \"", number: -7)

  @Test("arrives however it is split, and leaves the bytes that follow it")
  func splits() throws {
    let payload: [UInt8] = [0, 255, 10, 0]
    let bytes = try ProbeMessage.bytes(of: note, payload: payload)
    let following: [UInt8] = [1, 2, 3]
    for offset in bytes.indices {
      var received = Array(bytes[..<offset])
      let early = try ProbeMessage.next(Note.self, from: &received)
      #expect(early == nil)
      #expect(received.count == offset)
      received += bytes[offset...] + following
      let (document, rest) = try #require(try ProbeMessage.next(Note.self, from: &received))
      #expect(document == note && rest == payload && received == following)
    }
  }

  @Test("arrives after the one before it")
  func order() throws {
    var received: [UInt8] = []
    for number in 0..<50 {
      received += try ProbeMessage.bytes(
        of: Note(text: "", number: number), payload: [UInt8](repeating: 1, count: number))
    }
    for number in 0..<50 {
      let (document, payload) = try #require(try ProbeMessage.next(Note.self, from: &received))
      #expect(document.number == number && payload.count == number)
    }
    #expect(received.isEmpty)
    #expect(try ProbeMessage.next(Note.self, from: &received) == nil)
  }

  @Test("of an impossible size is rejected before it is waited for")
  func sizes() {
    let limit = UInt64(ProbeMessage.sizeLimit)
    for size in [limit + 1, 1 << 32, UInt64(Int.max), UInt64(Int.max) + 1, .max] {
      for sizes in [(size, 0), (0, size), (size, size), (limit, size)] {
        var received = ProbeFrame.littleEndian(sizes.0) + ProbeFrame.littleEndian(sizes.1)
        #expect(throws: ProbeMessage.Malformed.self) {
          try ProbeMessage.next(Note.self, from: &received)
        }
      }
    }
    // The largest valid one is waited for.
    var received = ProbeFrame.littleEndian(limit) + ProbeFrame.littleEndian(limit)
    #expect(throws: Never.self) { try ProbeMessage.next(Note.self, from: &received) }
  }

  @Test("with a malformed document is rejected")
  func garbage() throws {
    var generator = SeededGenerator.announced("messages")
    let bytes = try ProbeMessage.bytes(of: note)
    for _ in 0..<500 {
      var received = bytes
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let offset = Int.random(in: 16..<bytes.count, using: &generator)
        received[offset] = UInt8.random(in: 0...255, using: &generator)
      }
      // A changed text may be a valid document; it only must not be another result.
      if let (_, payload) = try? ProbeMessage.next(Note.self, from: &received) {
        #expect(payload.isEmpty && received.isEmpty)
      }
    }
    for document in ["", "{", "null", "[]", String(repeating: "[", count: 100_000)] {
      var received =
        ProbeFrame.littleEndian(UInt64(document.utf8.count)) + ProbeFrame.littleEndian(0)
        + Array(document.utf8)
      #expect(throws: (any Error).self) { try ProbeMessage.next(Note.self, from: &received) }
    }
  }

  @Test("keeps an outcome unchanged, with its payload")
  func outcome() throws {
    let report = CrashReport("11 1 8\n/p.so\tf\t4\n".utf8)
    for ending in [
      .result, .crashed(signal: 11, report), .crashed(signal: 9, nil), .exited(status: 0),
      .overdue(milliseconds: 5000), .forged, .excessive(limit: 7), .unavailable("no \"room\""),
    ] as [ProbeOutcome.Ending] {
      let outcome = ProbeOutcome(
        ending: ending, output: [0, 255], outputCount: 7, leftProcesses: 2, payload: [1, 2])
      var received = try ProbeMessage.bytes(
        of: ProbeReply(id: 3, outcome: outcome), payload: outcome.payload)
      let (reply, payload) = try #require(try ProbeMessage.next(ProbeReply.self, from: &received))
      var read = reply.outcome
      read.payload = payload
      #expect(reply.id == 3 && read == outcome)
    }
  }
}
