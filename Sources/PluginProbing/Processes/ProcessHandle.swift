import CleanseSupport
import CProbe
import Glibc

/// Another process, by a descriptor and not by its number: once somebody has waited for it, the number is
/// another's sooner or later.
final class ProcessHandle: Sendable {
  private let descriptor: Descriptor

  /// - Parameter process: A child of this process that nobody has waited for, or the parent.
  init(_ process: pid_t) throws(SystemCallError) {
    let number = cprobe_open_process(process)
    // Ahead of the first property: what is made as a whole gets its end as well.
    guard number >= 0 else { throw SystemCallError("pidfd_open") }
    descriptor = Descriptor(number)
  }

  /// - Parameter descriptor: What stands for the process.
  init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }

  /// Readable once the process has ended.
  var number: Int32 { descriptor.number }

  var hasEnded: Bool { hasEnded(within: 0) }

  func hasEnded(within milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&polled, 1, milliseconds) > 0
  }

  /// Whether a signal has stopped it.
  var isStopped: Bool {
    let information = SystemPath.text(of: "/proc/self/fdinfo/\(descriptor.number)")
    // The number is its own as long as there is somebody to stop. (proc_pid_fdinfo(5).)
    let line = information.split(separator: "\n").first { $0.hasPrefix("Pid:") }
    guard let process = line?.dropFirst(4).split(whereSeparator: \.isWhitespace).first else {
      return false
    }
    // Behind the name, which may have parentheses itself. (proc_pid_stat(5).)
    let status = SystemPath.text(of: "/proc/\(process)/stat")
    return status.lastIndex(of: ")").map { status[$0...].hasPrefix(") T") } ?? false
  }

  /// Lets it go on in case that something has stopped it.
  func resume() {
    cprobe_signal_process(descriptor.number, SIGCONT)
  }

  /// Ends it at once.
  func kill() {
    cprobe_signal_process(descriptor.number, SIGKILL)
  }

  /// Takes note of its end, if it is a child of this process and has ended.
  func reap() {
    var information = unsafe siginfo_t()
    unsafe waitid(P_PIDFD, id_t(descriptor.number), &information, WEXITED | WNOHANG)
  }
}
