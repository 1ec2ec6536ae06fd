/// One of a child's three standard streams. It closes both ends when it is deallocated.
final class ChildChannel {
  /// This process's end; negative once it is closed.
  private(set) var ownEnd: Int32
  /// The child's end; negative once it has been handed over.
  private(set) var childEnd: Int32
  /// The bytes that the child has written, or those that it has yet to receive.
  private(set) var bytes: ArraySlice<UInt8>
  private let isInput: Bool

  /// Creates a stream that the child reads.
  ///
  /// It is a socket, because a write to a closed pipe raises SIGPIPE and a socket can suppress that.
  init(to child: [UInt8]) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe socketpair(AF_UNIX, Self.stream, 0, &ends) == 0 else { throw .last }
    (ownEnd, childEnd, bytes, isInput) = (ends[0], ends[1], child[...], true)
    #if canImport(Darwin)
      var yes: Int32 = 1
      unsafe setsockopt(ownEnd, SOL_SOCKET, SO_NOSIGPIPE, &yes, 4)
    #endif
    setCloseOnExec()
  }

  /// Creates a stream that the child writes.
  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .last }
    (ownEnd, childEnd, bytes, isInput) = (ends[0], ends[1], [], false)
    setCloseOnExec()
  }

  deinit {
    if ownEnd >= 0 { close(ownEnd) }
    if childEnd >= 0 { close(childEnd) }
  }

  /// The event to poll for; `poll` ignores it once the channel is closed.
  var poll: pollfd {
    pollfd(fd: ownEnd, events: Int16(isInput ? POLLOUT : POLLIN), revents: 0)
  }

  var isOpen: Bool { ownEnd >= 0 }

  /// Closes the child's end in this process, so that end of file is seen when the child ends.
  func handOver() {
    close(childEnd)
    childEnd = -1
  }

  /// Reads or writes as much as possible without blocking.
  func proceed(_ buffer: inout [UInt8]) {
    let result =
      isInput
      ? retryingInterrupts {
        unsafe bytes.withUnsafeBytes { unsafe send(ownEnd, $0.baseAddress, $0.count, Self.sending) }
      }
      : retryingInterrupts { unsafe read(ownEnd, &buffer, buffer.count) }
    // A child that stops reading its input may still succeed.
    let count = (try? result.get()) ?? 0
    if isInput {
      bytes = bytes.dropFirst(count)
    } else {
      bytes += buffer[..<count]
    }
    guard count == 0 || isInput && bytes.isEmpty else { return }
    close(ownEnd)
    ownEnd = -1
  }

  #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    private static let stream = SOCK_STREAM
  #endif
  #if canImport(Darwin)
    private static let sending = Int32(MSG_DONTWAIT)
  #else
    private static let sending = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
  #endif

  private func setCloseOnExec() {
    for end in [ownEnd, childEnd] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }
}
