import Glibc
import Synchronization

/// A connection of a client.
final class Connection: Sendable {
  struct Request {
    /// Whether the client sends further requests over the connection.
    let keepsAlive: Bool
  }

  private struct State {
    /// What has arrived of the next request.
    var bytes: [UInt8] = []
    var isIdle = true
    var isClosed = false
  }

  private let socket: SocketEvents
  private let state = Mutex(State())

  /// A longer request is refused.
  private static let limit = 8192
  private static let end = Array("\r\n\r\n".utf8)

  init(_ socket: SocketEvents) {
    self.socket = socket
  }

  func close() {
    state.withLock { $0.isClosed = true }
    socket.close()
  }

  /// Closes the connection at the side of the requests, unless one has begun to arrive.
  func closeIfIdle() {
    state.withLock { state in
      if state.isIdle, !state.isClosed { shutdown(socket.descriptor, Int32(SHUT_RD)) }
    }
  }

  /// Waits for a request; nil if the client sends none any more, or what is no request.
  func nextRequest() async -> Request? {
    if let request = takeRequest() { return request }
    for await _ in socket.events {
      guard receive() else { return nil }
      if let request = takeRequest() { return request }
    }
    return nil
  }

  /// Reads what has arrived.
  ///
  /// - Returns: Whether the client can send more.
  private func receive() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe recv(socket.descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return count < 0 && errno == EAGAIN }
      let length = state.withLock { state in
        state.isIdle = false
        state.bytes += buffer[..<count]
        return state.bytes.count
      }
      if length > Self.limit { return false }
    }
  }

  /// Takes a request that has arrived completely.
  private func takeRequest() -> Request? {
    let head = state.withLock { state -> [UInt8]? in
      guard let end = state.bytes.firstRange(of: Self.end) else { return nil }
      let head = Array(state.bytes[..<end.lowerBound])
      state.bytes.removeSubrange(..<end.upperBound)
      state.isIdle = state.bytes.isEmpty
      return head
    }
    guard let head else { return nil }
    let lines = String(decoding: head, as: UTF8.self).lowercased().split(separator: "\r\n")
    let isNew = lines.first?.hasSuffix("http/1.1") ?? false
    let connection = lines.first { $0.hasPrefix("connection:") } ?? ""
    return Request(
      keepsAlive: isNew ? !connection.contains("close") : connection.contains("keep-alive"))
  }

  /// Sends a text; false if the client is gone.
  func send(_ text: String) async -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(socket.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // A client that reads slowly; the answers are short.
        try? await Task.sleep(for: .milliseconds(5))
      } else {
        return false
      }
    }
    return true
  }
}
