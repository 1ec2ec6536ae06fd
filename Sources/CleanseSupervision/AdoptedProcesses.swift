import CCleanseSupervision
import CleanseProcesses
import CleanseSupport

/// The processes that have lost their parents, and are children of the supervisor now.
///
/// A worker adopts those below it until it ends, so those of the supervisor come from workers that have ended; none of a worker
/// that runs is among them. A process can leave its group and its session, but not its ancestors. What was started before the
/// supervisor, such as by a shell that has executed it, is left alone.
struct AdoptedProcesses {
  /// The children from before.
  private var earlier: Set<pid_t>
  /// The worker that has ended last, while it may have left processes that have not been killed.
  private var ending: pid_t?
  /// Whether they can be those of plugins.
  private var mayBeDaemons = false
  /// The processes that have been found since.
  private var found: Set<pid_t> = []

  /// - Parameter workers: The workers of another program in this process.
  /// - Throws: If this process can't adopt any.
  init(sparing workers: Set<pid_t>) throws(SystemError) {
    earlier = ChildProcesses.all.subtracting(workers)
    guard csupervision_adopt_orphans() == 0 else { throw .last }
  }

  /// Has ``sweep(sparing:)`` kill all, as a worker has ended.
  ///
  /// - Parameter mayLeaveDaemons: Whether it has loaded plugins. Otherwise, what it leaves is its own.
  mutating func end(of worker: pid_t, mayLeaveDaemons: Bool) {
    mayBeDaemons = mayLeaveDaemons || mayBeDaemons && ending != nil
    ending = worker
  }

  /// Whether a worker may have left processes that have not been killed.
  var isEnding: Bool { ending != nil }

  /// Takes those that have ended, also if this is the first process of a container, and kills what a worker has left.
  ///
  /// - Parameter own: The children that the supervisor has started itself, and takes itself.
  /// - Returns: The daemons among them, as lines for the log: those that had left the process group of their worker.
  mutating func sweep(sparing own: Set<pid_t>) -> [String] {
    while case let process = csupervision_ended_child(), process > 0, !own.contains(process) {
      waitpid(process, nil, WNOHANG)
      earlier.remove(process)
    }
    guard let worker = ending else { return [] }
    let spared = own.union(earlier)
    let running = mayBeDaemons ? ChildProcesses.running(sparing: spared.union(found)) : []
    let daemons = running.filter { getpgid($0) != worker }.sorted()
    found.formUnion(daemons)
    let lines = daemons.map { process in
      "the worker \(worker) has left the process \(process) (\(Self.program(of: process))) running, which is killed"
    }
    if !ChildProcesses.kill(sparing: spared) { (ending, found) = (nil, []) }
    return lines
  }

  /// The name of the program that a process runs.
  private static func program(of process: pid_t) -> String {
    let arguments = SystemPath.text(of: "/proc/\(process)/cmdline").split(separator: "\0")
    return arguments.first.map { FilePath(String($0)).name.text } ?? "unknown"
  }
}
