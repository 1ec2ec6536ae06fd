package import CleanseSupport

/// The children of this process, including orphans that it has adopted.
package enum ChildProcesses {
  /// The result of ending the children.
  package struct End {
    /// How each one ended.
    package var ends: [pid_t: ProcessEnd] = [:]
    /// The children that were still running and were killed.
    package var killed: Set<pid_t> = []
    /// Whether no child is left.
    package var isComplete = false
  }

  /// Kills all children, and the children that these leave to this process, until none is left.
  ///
  /// It waits for no particular child: a child that another child traces can't be waited for until its tracer
  /// has ended, and the tracer may be later in the list.
  ///
  /// - Parameter spared: Children that are not killed; they are still reaped if they have ended.
  package static func end(sparing spared: Set<pid_t> = []) -> End {
    var end = End()
    let deadline = Clock.nanoseconds() + patience
    repeat {
      let hasChildren = reap(&end.ends)
      let others = hasChildren ? all.subtracting(spared) : []
      // If the system lists no children although there are some, none can be found.
      guard hasChildren, !(others.isEmpty && !spared.isEmpty) else {
        end.isComplete = true
        return end
      }
      end.killed.formUnion(others)
      kill(others, sparing: spared)
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

  /// Kills all children but the spared ones, and waits for none.
  ///
  /// - Returns: Whether other children were left. Those that they leave to this process are killed by the next call, for which
  ///   SIGCHLD is the signal.
  package static func kill(sparing spared: Set<pid_t>) -> Bool {
    let others = all.subtracting(spared)
    // One that ended after it was listed has left its own to this process. One that another process traces is not reaped.
    guard others.contains(where: isRunning) || all.subtracting(spared) != others else {
      return false
    }
    kill(others, sparing: spared)
    return true
  }

  /// The children that run, but for the spared ones.
  package static func running(sparing spared: Set<pid_t>) -> Set<pid_t> {
    all.subtracting(spared).filter(isRunning)
  }

  private static func kill(_ children: Set<pid_t>, sparing spared: Set<pid_t>) {
    for child in children {
      killGroup(of: child, sparing: spared)
      Glibc.kill(child, SIGKILL)
    }
  }

  /// Kills a whole process group at once, as a group whose members replace each other faster than they can be
  /// listed would otherwise never end. A child can have moved to the group that a spared one leads.
  private static func killGroup(of child: pid_t, sparing spared: Set<pid_t>) {
    let group = getpgid(child)
    if group > 1, group != getpgrp(), !spared.contains(group) { Glibc.kill(-group, SIGKILL) }
  }

  private static func isRunning(_ child: pid_t) -> Bool {
    let status = SystemPath.text(of: "/proc/\(child)/stat")
    // The field after the name, which may contain parentheses itself. (proc_pid_stat(5).)
    return status.lastIndex(of: ")").map { !status[$0...].hasPrefix(") Z") } ?? false
  }

  /// The children as the system lists them.
  package static var all: Set<pid_t> {
    let process = getpid()
    let list = SystemPath.text(of: "/proc/\(process)/task/\(process)/children")
    return Set(list.split(separator: " ").compactMap { pid_t($0) }.filter(isChild))
  }

  /// In a new namespace of processes without a `/proc` of its own, the numbers there are those of other processes.
  private static func isChild(_ process: pid_t) -> Bool {
    var information = unsafe siginfo_t()
    let options = WEXITED | WNOHANG | WNOWAIT
    return unsafe waitid(P_PID, id_t(process), &information, options) == 0
  }
}
