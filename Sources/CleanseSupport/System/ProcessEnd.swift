/// How a process ended.
public enum ProcessEnd: Hashable, Sendable, CustomStringConvertible {
  /// It exited with that status.
  case exited(Int32)
  /// A signal terminated it.
  case killed(signal: Int32)

  /// - Parameter status: The status that `waitpid` returns for a process that has ended.
  package init(waitStatus status: Int32) {
    // The macros of <sys/wait.h> are not imported into Swift.
    let signal = status & 0x7F
    self = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
  }

  /// The status that it exited with; nil after a signal.
  package var status: Int32? {
    if case .exited(let status) = self { status } else { nil }
  }

  /// A phrase for messages such as `it failed: status 1`.
  public var description: String {
    switch self {
    case .exited(let status): "status \(status)"
    case .killed(let signal): "signal \(signal)"
    }
  }
}
