import CleanseSupport
import CleanseProcesses

/// The children of this process, including orphans that it has adopted.
enum ChildProcesses {
  /// The result of ending the children.
  struct End {
    /// How each one ended.
    var ends: [pid_t: ProcessEnd] = [:]
    /// The children that were still running and were killed.
    var killed: Set<pid_t> = []
    /// Whether no child is left.
    var isComplete = false
  }

  /// Kills all children, and the children that these leave to this process, until none is left.
  ///
  /// It waits for no particular child: a child that another child traces can't be waited for until its tracer
  /// has ended, and the tracer may be later in the list.
  ///
  /// - Parameter spared: Children that are not killed; they are still reaped if they have ended.
  static func end(sparing spared: Set<pid_t> = []) -> End {
    var end = End()
    let deadline = Clock.nanoseconds() + patience
    repeat {
      let hasChildren = reap(&end.ends)
      let others = hasChildren ? children().filter { !spared.contains($0) } : []
      // If the system lists no children although there are some, none can be found.
      guard hasChildren, !(others.isEmpty && !spared.isEmpty) else {
        end.isComplete = true
        return end
      }
      for child in others {
        end.killed.insert(child)
        killGroup(of: child)
        kill(child, SIGKILL)
      }
      // Each killed child leaves its own children to this process.
      poll(nil, 0, 1)
    } while Clock.nanoseconds() < deadline
    return end
  }

  /// The time that killed children may take to end, in nanoseconds.
  private static let patience: UInt64 = 5_000_000_000

  /// Reaps all children that have ended.
  ///
  /// - Returns: Whether other children are left.
  private static func reap(_ ends: inout [pid_t: ProcessEnd]) -> Bool {
    while true {
      var status: Int32 = 0
      let child = unsafe waitpid(-1, &status, WNOHANG)
      guard child > 0 else { return child == 0 }
      ends[child] = ProcessEnd(waitStatus: status)
    }
  }

  /// Kills a whole process group at once, as a group whose members replace each other faster than they can be
  /// listed would otherwise never end.
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
