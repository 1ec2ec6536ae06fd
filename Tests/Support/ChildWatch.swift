import Glibc

/// Collects the output of a running child until it ends, and kills it at the deadline.
struct ChildWatch: ~Copyable {
  private let child: pid_t
  /// Readable when the child has ended.
  private let end: Int32
  /// The reading ends of the child's standard output, if it is captured, and of its standard error.
  private let sources: [Int32]
  private let deadline: ContinuousClock.Instant

  private var texts: [[UInt8]]
  private var hasEnded = false

  init(
    child: pid_t, sources: [Int32], deadline: ContinuousClock.Instant
  ) throws(FailedCall) {
    self.child = child
    self.sources = sources
    self.deadline = deadline
    texts = sources.map { _ in [] }
    end = try Self.descriptor(of: child)
  }

  deinit { close(end) }

  /// `pidfd_open` of the C library, which the module Glibc does not declare.
  private static func descriptor(of process: pid_t) throws(FailedCall) -> Int32 {
    typealias Open = @convention(c) (pid_t, UInt32) -> Int32
    guard let symbol = unsafe dlsym(nil, "pidfd_open") else { throw FailedCall("dlsym pidfd_open") }
    let descriptor = unsafe unsafeBitCast(symbol, to: Open.self)(process, 0)
    guard descriptor >= 0 else { throw FailedCall("pidfd_open") }
    return descriptor
  }

  /// How long to wait for more output after the child's end, in milliseconds: processes that the child started may
  /// have inherited its outputs.
  private static let grace: Int32 = 500

  /// Reads until all outputs are closed or the deadline has passed.
  mutating func drain() {
    var descriptors = (sources + [end]).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let last = descriptors.count - 1
    // poll ignores negative descriptors.
    while descriptors[..<last].contains(where: { $0.fd >= 0 }), remaining > 0 {
      let patience = hasEnded ? min(Self.grace, remaining) : remaining
      let count = unsafe poll(&descriptors, nfds_t(descriptors.count), patience)
      if count == 0, hasEnded { return }
      guard count > 0 else { continue }
      for index in descriptors.indices where descriptors[index].revents != 0 {
        if index == last {
          hasEnded = true
          descriptors[index].fd = -1
        } else if !read(index) {
          descriptors[index].fd = -1
        }
      }
    }
  }

  /// The time until the deadline in milliseconds, rounded up.
  private var remaining: Int32 {
    let (seconds, attoseconds) = (deadline - .now).components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    return Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
  }

  /// - Returns: Whether there may be more output. A terminal whose other end is closed returns an error.
  private mutating func read(_ index: Int) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = unsafe Glibc.read(sources[index], &buffer, buffer.count)
    if count > 0 { texts[index] += buffer.prefix(count) }
    return count > 0 || (count < 0 && errno == EINTR)
  }

  /// Waits for the child's end, and kills the child at the deadline.
  consuming func outcome() -> ChildProcess.Outcome {
    let isOverdue = !ends()
    if isOverdue { kill(child, SIGKILL) }
    var word: Int32 = 0
    while unsafe waitpid(child, &word, 0) < 0, errno == EINTR {}
    // The encoding on Linux: the signal in the low seven bits, the status in the second byte.
    let signal = word & 0x7F
    return ChildProcess.Outcome(
      status: signal == 0 ? (word >> 8) & 0xFF : 128 + signal,
      output: sources.count > 1 ? texts[0] : [], errors: texts.last ?? [], isOverdue: isOverdue)
  }

  /// - Returns: Whether the child has ended before the deadline.
  private func ends() -> Bool {
    var descriptor = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&descriptor, 1, remaining) <= 0 {
      if remaining == 0 { return false }
    }
    return true
  }
}
