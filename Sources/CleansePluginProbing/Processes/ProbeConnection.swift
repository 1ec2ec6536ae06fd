import CCleanseProbe
import Glibc
import CleanseProcesses

/// The host's end of the connection to a fork server.
final class ProbeConnection: Sendable {
  private let socket: Descriptor
  private let server: ProcessHandle

  init(_ socket: consuming Descriptor, to server: ProcessHandle) {
    self.socket = socket
    self.server = server
  }

  deinit {
    // The server ends when it finds the connection closed, together with all that it started.
    cprobe_disconnect(socket.number)
  }

  /// The descriptor's number; it is readable when there is something to read.
  var number: Int32 { socket.number }

  /// Sends a request.
  ///
  /// - Returns: Whether the server is still there to receive it.
  func send(_ request: ProbeRequest) -> Bool {
    do {
      try Descriptor.sendAll(try ProbeMessage.bytes(of: request), to: socket.number)
      return true
    } catch {
      return false
    }
  }

  /// Reads the available bytes.
  ///
  /// - Throws: If the server is gone.
  func read() throws -> [UInt8] {
    let bytes = try Descriptor.read(socket.number, atMost: 1 << 20).get()
    guard !bytes.isEmpty else { throw ProbeMessage.Malformed() }
    return bytes
  }

  /// Whether a signal has stopped the server, which only a plugin or another process can have sent.
  var isStopped: Bool { server.isStopped }

  /// Kills the server.
  func kill() {
    server.kill()
  }
}
