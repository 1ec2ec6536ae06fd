import CProbe
import Glibc

/// The fork server, as the host sees it.
///
/// By a descriptor and not by its number: an application may itself wait for all of its children, and
/// then the number is another's sooner or later.
struct ServerProcess: ~Copyable {
  private let descriptor: Descriptor

  /// - Parameter process: A child of this process that nobody has waited for.
  init(_ process: pid_t) throws(SystemCallError) {
    let number = cprobe_open_process(process)
    // Ahead of the first property: what is made as a whole gets its end as well.
    guard number >= 0 else { throw SystemCallError("pidfd_open") }
    descriptor = Descriptor(number)
  }

  deinit {
    // It has been told to end, and does so once it has cleaned up.
    for _ in 0..<10 where !hasEnded(within: 1000) { resume() }
    if !hasEnded(within: 0) { kill() }
    var information = unsafe siginfo_t()
    unsafe waitid(P_PIDFD, id_t(descriptor.number), &information, WEXITED)
  }

  /// Lets it go on in case that something has stopped it.
  func resume() {
    cprobe_signal_process(descriptor.number, SIGCONT)
  }

  /// Ends it at once; what it has started ends with it.
  func kill() {
    cprobe_signal_process(descriptor.number, SIGKILL)
  }

  private func hasEnded(within milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&polled, 1, milliseconds) > 0
  }
}
