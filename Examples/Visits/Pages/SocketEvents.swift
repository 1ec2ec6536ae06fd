// Sources are thread-safe, but not declared so.
@unsafe @preconcurrency import Dispatch
import Glibc

/// A socket, and the times at which it can be read.
final class SocketEvents: Sendable {
  let descriptor: Int32
  /// An element for each time that something has arrived, or a connection waits.
  let events: AsyncStream<Void>
  private let source: any DispatchSourceRead

  /// - Parameter descriptor: A socket that does not block; it is closed with this object's ``close()``.
  init(of descriptor: Int32) {
    self.descriptor = descriptor
    let (events, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.events = events
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
    source.setEventHandler { continuation.yield() }
    source.setCancelHandler {
      continuation.finish()
      Glibc.close(descriptor)
    }
    source.resume()
  }

  /// Ends the events, and closes the socket.
  func close() {
    source.cancel()
  }

  /// Accepts a connection; nil if none waits.
  func accept() -> Connection? {
    guard !source.isCancelled else { return nil }
    let connection = Glibc.accept(descriptor, nil, nil)
    guard connection >= 0 else { return nil }
    _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
    _ = fcntl(connection, F_SETFL, O_NONBLOCK)
    return Connection(SocketEvents(of: connection))
  }
}
