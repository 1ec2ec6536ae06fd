import CCleanseProbe
import CCleanseSupervision
import CleanseSupport
import CleansePluginProbing
import CleanseProcesses

extension WorkerProcess {
  /// Which of the two processes a fork returns in.
  enum Fork {
    case supervisor(WorkerProcess)
    case worker(SupervisedWorker)
  }

  /// Starts a worker as a copy of this process.
  ///
  /// - Parameters:
  ///   - set: The copy of plugins that it uses.
  ///   - limit: The limit of descriptors, which the worker does not have.
  /// - Precondition: The process has one thread.
  static func fork(
    using set: WorkerSet, _ limit: DescriptorLimit
  ) throws(SystemCallError) -> Fork {
    let messages = try DescriptorPair.connection()
    let sockets = try DescriptorPair.connection()
    let output = try DescriptorPair.pipe()
    let confinement = try DescriptorPair.connection()
    let page = try SharedPage()
    // Otherwise both processes would write the contents of the buffers.
    fflush(nil)
    let process = cprobe_fork()
    guard process != 0 else {
      unsafe cthread_set_name(set.island == nil ? "host-worker" : "host-island")
      // Nothing of the supervisor may be released here: the numbers of its descriptors are in use again.
      _ = (messages.first.release(), sockets.first.release(), confinement.first.release())
      let (ownMessages, ownSockets) = (messages.second.release(), sockets.second.release())
      let printing = output.second.release()
      // Opened again: the flags of what is open belong to all who have it, and a plugin could make the supervisor wait in read(2).
      let ownOutput = unsafe open(
        "/proc/self/fd/\(output.first.release())", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      let ownConfinement = confinement.second.release()
      let isPrinting = csupervision_print_to(printing) == 0
      unsafe cprobe_close_from(
        STDERR_FILENO + 1, [ownMessages, ownSockets, ownOutput, ownConfinement], 4)
      limit.restore()
      if let group = set.controlGroup {
        do throws(ControlGroups.Failure) {
          try ControlGroups.join(group)
        } catch {
          // The supervisor logs it as what this process prints.
          try? writeAll(Array("\(error.reason)\n".utf8), to: STDERR_FILENO)
          _exit(3)
        }
      }
      guard isPrinting, csupervision_prepare_worker() == 0,
        let watch = try? ProgramWatch(joining: page)
      else { _exit(3) }
      return .worker(
        SupervisedWorker(
          set: set, messages: ownMessages, sockets: ownSockets, output: ownOutput,
          connection: ownConfinement, watch: watch))
    }
    do throws(SystemCallError) {
      guard process > 0 else { throw SystemCallError("fork") }
      // Also here, as the worker may not have done it yet when it is to be killed.
      setpgid(process, process)
      let handle = try ProcessHandle(process)
      // A worker that does not read must not block the supervisor.
      sockets.first.setNonblocking()
      output.first.setNonblocking()
      return .supervisor(
        WorkerProcess(
          process: process, handle: handle, messages: messages.first, sockets: sockets.first,
          output: output.first, confined: ConfinedProcess(confinement.first), page: page))
    } catch {
      if process > 0 {
        Glibc.kill(process, SIGKILL)
        waitpid(process, nil, 0)
      }
      page.release()
      throw error
    }
  }
}
