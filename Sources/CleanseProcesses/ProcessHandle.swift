package import CleanseSupport
import CCleanseProbe

/// A handle to another process: a pidfd and not a process ID, as the process ID of a process that has been
/// waited for is eventually reused.
package final class ProcessHandle: Sendable {
  private let descriptor: Descriptor

  /// - Parameter process: A child of this process that has not been waited for, or the parent.
  package init(_ process: pid_t) throws(SystemCallError) {
    let number = cprobe_open_process(process)
    // Before the first property is set: a fully initialized object would run its deinitializer.
    guard number >= 0 else { throw SystemCallError("pidfd_open") }
    descriptor = Descriptor(number)
  }

  /// - Parameter descriptor: A pidfd.
  package init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }

  /// The descriptor's number; it is readable once the process has ended.
  package var number: Int32 { descriptor.number }

  package var hasEnded: Bool { hasEnded(within: 0) }

  package func hasEnded(within milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&polled, 1, milliseconds) > 0
  }

  /// Whether a signal has stopped the process.
  package var isStopped: Bool {
    let information = SystemPath.text(of: "/proc/self/fdinfo/\(descriptor.number)")
    // The process ID is its own until it has been waited for. (proc_pid_fdinfo(5).)
    let line = information.split(separator: "\n").first { $0.hasPrefix("Pid:") }
    guard let process = line?.dropFirst(4).split(whereSeparator: \.isWhitespace).first else {
      return false
    }
    // The field after the name, which may contain parentheses itself. (proc_pid_stat(5).)
    let status = SystemPath.text(of: "/proc/\(process)/stat")
    return status.lastIndex(of: ")").map { status[$0...].hasPrefix(") T") } ?? false
  }

  /// Resumes the process in case a signal has stopped it.
  package func resume() {
    cprobe_signal_process(descriptor.number, SIGCONT)
  }

  /// Kills the process.
  package func kill() {
    cprobe_signal_process(descriptor.number, SIGKILL)
  }

  /// Reaps the process, if it is a child of this process and has ended.
  package func reap() {
    var information = unsafe siginfo_t()
    unsafe waitid(P_PIDFD, id_t(descriptor.number), &information, WEXITED | WNOHANG)
  }
}
