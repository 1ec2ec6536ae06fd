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
  /// Whether a worker may have left processes that have not been killed.
  private(set) var isEnding = false

  /// - Throws: If this process can't adopt any.
  init() throws(SystemError) {
    earlier = ChildProcesses.all
    guard csupervision_adopt_orphans() == 0 else { throw .last }
  }

  /// Has ``sweep(sparing:)`` kill all, as a worker has ended.
  mutating func end() { isEnding = true }

  /// Takes those that have ended, also if this is the first process of a container, and kills what a worker has left.
  ///
  /// - Parameter own: The children that the supervisor has started itself, and takes itself.
  mutating func sweep(sparing own: Set<pid_t>) {
    while case let process = csupervision_ended_child(), process > 0, !own.contains(process) {
      waitpid(process, nil, WNOHANG)
      earlier.remove(process)
    }
    if isEnding { isEnding = ChildProcesses.kill(sparing: own.union(earlier)) }
  }
}
