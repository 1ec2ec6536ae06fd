import CleanseSupport
import Glibc

/// The children of this process, among them those that came to it because their parents have ended.
enum ChildProcesses {
  /// What came of ending them.
  struct End {
    /// How each one ended, as waitpid(2) has it.
    var statuses: [pid_t: Int32] = [:]
    /// Those that were still there and had to be killed.
    var killed: Set<pid_t> = []
    /// Whether none is left.
    var isComplete = false
  }

  /// Kills all children and what they leave, until there are none.
  ///
  /// It waits for none in particular: one that another traces is not to be had until its tracer has
  /// ended, which may come later in the list.
  ///
  /// - Parameter spared: Children that stay, though not where they have ended.
  static func end(sparing spared: Set<pid_t> = []) -> End {
    var end = End()
    let deadline = Clock.nanoseconds() + patience
    repeat {
      let hasChildren = reap(&end.statuses)
      let others = hasChildren ? children().filter { !spared.contains($0) } : []
      // Where the system lists none although there are some, none can be found.
      guard hasChildren, !(others.isEmpty && !spared.isEmpty) else {
        end.isComplete = true
        return end
      }
      for child in others {
        end.killed.insert(child)
        killGroup(of: child)
        kill(child, SIGKILL)
      }
      // Whatever is killed leaves its own children to this process.
      poll(nil, 0, 1)
    } while Clock.nanoseconds() < deadline
    return end
  }

  /// How long those may take to end that are killed, in nanoseconds.
  private static let patience: UInt64 = 5_000_000_000

  /// Takes note of all children that have ended.
  ///
  /// - Returns: Whether there are others.
  private static func reap(_ statuses: inout [pid_t: Int32]) -> Bool {
    while true {
      var status: Int32 = 0
      let child = unsafe waitpid(-1, &status, WNOHANG)
      guard child > 0 else { return child == 0 }
      statuses[child] = status
    }
  }

  /// Kills a whole group at once, as one whose members replace each other faster than they can be listed
  /// would never end otherwise.
  private static func killGroup(of child: pid_t) {
    let group = getpgid(child)
    if group > 1, group != getpgrp() { kill(-group, SIGKILL) }
  }

  private static func children() -> [pid_t] {
    let process = getpid()
    return SystemPath.text(of: "/proc/\(process)/task/\(process)/children").split(separator: " ")
      .compactMap { pid_t($0) }
  }
}

/// The monotonic clock of the system.
enum Clock {
  static func nanoseconds() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
