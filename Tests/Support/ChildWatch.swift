import Glibc

/// Collects the output of a running child until it ends, and kills it at the deadline.
struct ChildWatch {
  let child: pid_t
  /// The reading ends of the child's standard output, if it is captured, and of its standard error.
  let sources: [Int32]
  let deadline: ContinuousClock.Instant

  private var texts: [[UInt8]]
  private var isOverdue = false
  private var status: Int32?

  init(child: pid_t, sources: [Int32], deadline: ContinuousClock.Instant) {
    self.child = child
    self.sources = sources
    self.deadline = deadline
    texts = sources.map { _ in [] }
  }

  /// How long to wait for more output after the child's end, in milliseconds: processes that the child started may
  /// have inherited its outputs.
  private static let grace = 500

  /// Reads until all outputs are closed or the deadline has passed.
  mutating func drain() {
    var descriptors = sources.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var quiet = 0
    // poll ignores negative descriptors.
    while descriptors.contains(where: { $0.fd >= 0 }), quiet < Self.grace {
      guard .now < deadline else { return }
      let step: Int32 = 50
      if unsafe poll(&descriptors, nfds_t(descriptors.count), step) == 0 {
        quiet = reap() ? quiet + Int(step) : 0
        continue
      }
      for index in descriptors.indices where descriptors[index].revents != 0 {
        if !read(index) { descriptors[index].fd = -1 }
      }
    }
  }

  /// - Returns: Whether there may be more output. A terminal whose other end is closed returns an error.
  private mutating func read(_ index: Int) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = unsafe Glibc.read(sources[index], &buffer, buffer.count)
    if count > 0 { texts[index] += buffer.prefix(count) }
    return count > 0 || (count < 0 && errno == EINTR)
  }

  /// Waits for the child's end, and kills the child at the deadline.
  mutating func outcome() -> ChildProcess.Outcome {
    while !reap() {
      if .now >= deadline, !isOverdue {
        isOverdue = true
        kill(child, SIGKILL)
      }
      usleep(1000)
    }
    return ChildProcess.Outcome(
      status: status ?? -1, output: sources.count > 1 ? texts[0] : [],
      errors: texts.last ?? [], isOverdue: isOverdue)
  }

  /// - Returns: Whether the child has ended.
  private mutating func reap() -> Bool {
    if status != nil { return true }
    var word: Int32 = 0
    guard unsafe waitpid(child, &word, WNOHANG) == child else { return false }
    // The encoding on Linux: the signal in the low seven bits, the status in the second byte.
    let signal = word & 0x7F
    status = signal == 0 ? (word >> 8) & 0xFF : 128 + signal
    return true
  }
}
