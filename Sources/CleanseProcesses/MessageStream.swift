import CleanseSupport
import FoundationEssentials

/// Messages as lines of JSON on a stream socket.
package enum MessageStream {
  /// The longest message in bytes. A process that sends a longer one is broken.
  package static let limit = 1 << 20
  /// The longest answer of a supervisor in bytes: a status has about a kilobyte for each island.
  package static let answerLimit = 64 << 20

  package static func bytes(of message: some Encodable) -> [UInt8] {
    // Texts and numbers can always be encoded.
    let data = (try? JSONEncoder().encode(message)) ?? Data()
    return Array(data) + [UInt8(ascii: "\n")]
  }

  /// Sends bytes without blocking, and returns those that the other end has no room for; nil if the other end is gone.
  package static func send(_ bytes: [UInt8], to socket: Int32, blocking: Bool = false) -> [UInt8]? {
    var rest = bytes[...]
    while !rest.isEmpty {
      switch Descriptor.send(rest, to: socket, waits: blocking) {
      case .success(let count): rest = rest.dropFirst(count)
      case .failure(let error) where error.number == EAGAIN: return Array(rest)
      case .failure: return nil
      }
    }
    return []
  }
}

/// Collects the bytes of a stream into lines.
package struct LineBuffer {
  private static let mostReads = 4

  private var bytes: [UInt8] = []
  /// The number of the first bytes that have no end of a line.
  private var searched = 0

  package init() {}

  /// Reads what is available, of much only a part.
  ///
  /// - Returns: The complete lines; nil at the end of the stream, or if a line is longer than the limit.
  package mutating func lines(
    from socket: Int32, limit: Int = MessageStream.limit, blocking: Bool = false
  ) -> [[UInt8]]? {
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    var reads = 0
    let flags = blocking ? 0 : Int32(MSG_DONTWAIT)
    var isOpen = true
    repeat {
      let received = retryingInterrupts {
        unsafe chunk.withUnsafeMutableBytes { unsafe recv(socket, $0.baseAddress, $0.count, flags) }
      }
      switch received {
      case .success(0): isOpen = false
      case .success(let count):
        bytes += chunk[..<count]
        reads += 1
        // Not without end: the other one may write as fast as this one reads.
        if !blocking, reads < Self.mostReads { continue }
      case .failure(let error): isOpen = error.number == EAGAIN
      }
      break
    } while true
    // What has arrived before the end counts.
    guard isOpen || bytes.contains(UInt8(ascii: "\n")) else { return nil }
    var lines: [[UInt8]] = []
    var start = 0
    while let end = bytes[max(start, searched)...].firstIndex(of: UInt8(ascii: "\n")) {
      if end > start { lines.append(Array(bytes[start..<end])) }
      start = end + 1
    }
    bytes.removeSubrange(..<start)
    searched = bytes.count
    return bytes.count > limit ? nil : lines
  }
}

extension Decodable {
  /// Reads a message; nil for bytes that are none.
  package init?(message bytes: [UInt8]) {
    guard let message = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
    self = message
  }
}
