import CProbe
import CleanseSupport
import Glibc

/// An open file descriptor, closed when its owner is gone.
struct Descriptor: ~Copyable {
  let number: Int32

  init(_ number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }

  /// From now on reads and writes that would wait fail instead.
  func setNonblocking() {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }

  /// What there is to read now, up to a limit; the first value is false at the end of the stream.
  ///
  /// - Precondition: The descriptor does not block.
  func available(limit: Int) -> (isOpen: Bool, bytes: [UInt8]) {
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

  /// Reads once; empty at the end of the stream.
  static func read(_ descriptor: Int32, atMost count: Int) -> Result<[UInt8], SystemCallError> {
    var result = Result<Int, SystemError>.success(0)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      // In bounds: the buffer has room for `count` bytes.
      result = retryingInterrupts { unsafe Glibc.read(descriptor, buffer.baseAddress, count) }
      filled = (try? result.get()) ?? 0
    }
    return result.map { _ in bytes }.mapError { SystemCallError("read", $0) }
  }

  /// Writes once to a socket. One whose other end is gone is an error and no signal, which would end an
  /// application that does not expect it.
  ///
  /// - Returns: How many of the bytes were taken.
  static func send(
    _ bytes: ArraySlice<UInt8>, to socket: Int32
  ) -> Result<Int, SystemCallError> {
    unsafe retrying("send", bytes) {
      unsafe Glibc.send(socket, $0, $1, Int32(MSG_NOSIGNAL))
    }
  }

  /// Writes all of the bytes to a socket, waiting until they are taken.
  static func sendAll(_ bytes: [UInt8], to socket: Int32) throws(SystemCallError) {
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try send(rest, to: socket).get()) }
  }

  private static func retrying(
    _ name: String, _ bytes: ArraySlice<UInt8>, _ call: (UnsafeRawPointer?, Int) -> Int
  ) -> Result<Int, SystemCallError> {
    retryingInterrupts {
      unsafe bytes.withUnsafeBytes { unsafe call($0.baseAddress, $0.count) }
    }.mapError { SystemCallError(name, $0) }
  }
}

/// Two descriptors that belong together. No program inherits them that this one starts.
struct DescriptorPair: ~Copyable {
  let first: Descriptor
  let second: Descriptor

  /// The reader and the writer of a pipe.
  static func pipe() throws(SystemCallError) -> DescriptorPair {
    var (reader, writer): (Int32, Int32) = (-1, -1)
    guard unsafe cprobe_pipe(&reader, &writer) == 0 else { throw SystemCallError("pipe2") }
    return DescriptorPair(first: Descriptor(reader), second: Descriptor(writer))
  }

  /// The two ends of a connection.
  static func connection() throws(SystemCallError) -> DescriptorPair {
    var (one, other): (Int32, Int32) = (-1, -1)
    guard unsafe cprobe_connect(&one, &other) == 0 else { throw SystemCallError("socketpair") }
    return DescriptorPair(first: Descriptor(one), second: Descriptor(other))
  }
}

/// What the system refused.
struct SystemCallError: Error, Hashable, CustomStringConvertible {
  let call: String
  let number: Int32

  /// The failure of a call; of the one that has just been made, unless its error is given.
  init(_ call: String, _ error: SystemError = .last) {
    number = error.number
    self.call = call
  }

  var description: String { "\(call): \(SystemError(number: number))" }
}
