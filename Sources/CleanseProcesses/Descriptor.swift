import CCleanseProbe
package import CleanseSupport

/// An owned file descriptor, closed when the value is destroyed.
package struct Descriptor: ~Copyable {
  package let number: Int32

  package init(_ number: Int32) {
    self.number = number
  }

  /// Returns the number of the descriptor, which is not closed.
  package consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  deinit {
    close(number)
  }

  /// Makes the descriptor non-blocking: reads and writes that would wait fail instead.
  package func setNonblocking() {
    Descriptors.setNonblocking(number)
  }

  /// Reads the available bytes, up to a limit; `isOpen` is false at the end of the stream.
  ///
  /// - Precondition: The descriptor is non-blocking.
  package func available(limit: Int) -> (isOpen: Bool, bytes: [UInt8]) {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let part = Self.read(number, atMost: min(1 << 16, limit - bytes.count))
      switch part {
      case .success(let read) where read.isEmpty: return (false, bytes)
      case .success(let read): bytes += read
      case .failure(let error) where error.number == EAGAIN: return (true, bytes)
      case .failure: return (false, bytes)
      }
    }
    return (true, bytes)
  }

  /// Reads once; returns an empty array at the end of the stream.
  package static func read(_ descriptor: Int32, atMost count: Int) -> Result<
    [UInt8], SystemCallError
  > {
    var result = Result<Int, SystemError>.success(0)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      // In bounds: the buffer has room for `count` bytes.
      result = retryingInterrupts { unsafe Glibc.read(descriptor, buffer.baseAddress, count) }
      filled = (try? result.get()) ?? 0
    }
    return result.map { _ in bytes }.mapError { SystemCallError("read", $0) }
  }

  /// Writes once to a socket. If the peer is gone, this is an error and not a SIGPIPE, which would end an
  /// application that does not expect it.
  ///
  /// - Parameter waits: Whether it waits until there is room; otherwise the error is `EAGAIN`.
  /// - Returns: The number of bytes that were written.
  package static func send(
    _ bytes: ArraySlice<UInt8>, to socket: Int32, waits: Bool = true
  ) -> Result<Int, SystemCallError> {
    let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
    return retryingInterrupts {
      unsafe bytes.withUnsafeBytes { unsafe Glibc.send(socket, $0.baseAddress, $0.count, flags) }
    }.mapError { SystemCallError("send", $0) }
  }

  /// Writes all bytes to a socket, blocking until they are written.
  package static func sendAll(_ bytes: [UInt8], to socket: Int32) throws(SystemCallError) {
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try send(rest, to: socket).get()) }
  }
}

/// Two connected descriptors. Programs that this process executes do not inherit them. It is frozen, so that other modules
/// can take one end.
@frozen package struct DescriptorPair: ~Copyable {
  package let first: Descriptor
  package let second: Descriptor

  /// Creates a pipe: the read end, then the write end.
  package static func pipe() throws(SystemCallError) -> DescriptorPair {
    var (reader, writer): (Int32, Int32) = (-1, -1)
    guard unsafe cprobe_pipe(&reader, &writer) == 0 else { throw SystemCallError("pipe2") }
    return DescriptorPair(first: Descriptor(reader), second: Descriptor(writer))
  }

  /// Creates a connection with two equal ends.
  package static func connection() throws(SystemCallError) -> DescriptorPair {
    var (one, other): (Int32, Int32) = (-1, -1)
    guard unsafe cprobe_connect(&one, &other) == 0 else { throw SystemCallError("socketpair") }
    return DescriptorPair(first: Descriptor(one), second: Descriptor(other))
  }
}

/// A system call that failed.
package struct SystemCallError: Error, Hashable, CustomStringConvertible {
  package let call: String
  package let number: Int32

  /// Creates the error of a call; by default, with the error of the call that has just been made.
  package init(_ call: String, _ error: SystemError = .last) {
    number = error.number
    self.call = call
  }

  package var description: String { "\(call): \(SystemError(number: number))" }
}
