#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One of the three streams of a child, seen from here; both ends are closed at the end of its life.
final class ChildChannel {
  /// The end that is used here; negative once it is closed.
  private(set) var own: Int32
  /// The end that the child uses; negative once it has been handed over.
  private(set) var childs: Int32
  /// What has come of the child, or what is still to go to it.
  private(set) var bytes: ArraySlice<UInt8>
  private let isInput: Bool

  /// What the child reads.
  ///
  /// It is a socket, as writing to one whose other end is closed needs no signal.
  init(to child: [UInt8]) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe socketpair(AF_UNIX, Self.stream, 0, &ends) == 0 else { throw .last }
    (own, childs, bytes, isInput) = (ends[0], ends[1], child[...], true)
    #if canImport(Darwin)
      var yes: Int32 = 1
      unsafe setsockopt(own, SOL_SOCKET, SO_NOSIGPIPE, &yes, 4)
    #endif
    keepFromOthers()
  }

  /// What the child writes.
  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .last }
    (own, childs, bytes, isInput) = (ends[0], ends[1], [], false)
    keepFromOthers()
  }

  deinit {
    if own >= 0 { close(own) }
    if childs >= 0 { close(childs) }
  }

  /// What to wait for; nothing is once the channel is closed.
  var poll: pollfd {
    pollfd(fd: own, events: Int16(isInput ? POLLOUT : POLLIN), revents: 0)
  }

  var isOpen: Bool { own >= 0 }

  /// Leaves the child's end to the child, so that what it writes ends with it.
  func handOver() {
    close(childs)
    childs = -1
  }

  /// Takes or gives what can be without waiting.
  func proceed(_ buffer: inout [UInt8]) {
    let result =
      isInput
      ? retryingInterrupts {
        unsafe bytes.withUnsafeBytes { unsafe send(own, $0.baseAddress, $0.count, Self.sending) }
      }
      : retryingInterrupts { unsafe read(own, &buffer, buffer.count) }
    // A child that reads no further may still end well.
    let count = (try? result.get()) ?? 0
    if isInput {
      bytes = bytes.dropFirst(count)
    } else {
      bytes += buffer[..<count]
    }
    guard count == 0 || isInput && bytes.isEmpty else { return }
    close(own)
    own = -1
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

  private func keepFromOthers() {
    for end in [own, childs] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }
}
