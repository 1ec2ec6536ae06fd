import Glibc

/// Follows a running child until it has ended, or ends it.
struct ChildWatch {
  let child: pid_t
  /// What the child writes to: its standard output, if that is wanted, and its standard error.
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

  /// How long an output may stay open after the child's end without anything coming from it: what
  /// the child started may have inherited it.
  private static let grace = 500

  /// Reads until all outputs are closed or the time is up.
  mutating func drain() {
    var descriptors = sources.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var quiet = 0
    // A negative descriptor is one that poll passes over.
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

  /// - Returns: Whether more may come. A terminal whose other side has gone gives an error.
  private mutating func read(_ index: Int) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = unsafe Glibc.read(sources[index], &buffer, buffer.count)
    if count > 0 { texts[index] += buffer.prefix(count) }
    return count > 0 || (count < 0 && errno == EINTR)
  }

  /// Waits for the child's end, and brings it about when the time is up.
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
    // The encoding of Linux: the signal in the low seven bits, the status above the first byte.
    let signal = word & 0x7F
    status = signal == 0 ? (word >> 8) & 0xFF : 128 + signal
    return true
  }
}
