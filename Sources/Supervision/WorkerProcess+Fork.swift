import CProbe
import CSupervision
import CleanseSupport
import Glibc
import PluginProbing

extension WorkerProcess {
  /// Which of the two processes a fork returns in.
  enum Fork {
    case supervisor(WorkerProcess)
    case worker(SupervisedWorker)
  }

  /// Starts a worker as a copy of this process.
  ///
  /// - Precondition: The process has one thread.
  static func fork() throws(SystemError) -> Fork {
    let messages = try Connection()
    let sockets = try Connection()
    let page: SharedPage
    do {
      page = try SharedPage()
    } catch {
      throw SystemError(number: error.number)
    }
    // Otherwise both processes would write the contents of the buffers.
    fflush(nil)
    let process = cprobe_fork()
    guard process != 0 else {
      let (ownMessages, ownSockets) = (messages.takeWorkerEnd(), sockets.takeWorkerEnd())
      cprobe_close_from(STDERR_FILENO + 1, ownMessages, ownSockets)
      guard csupervision_prepare_worker() == 0, let watch = try? ProgramWatch(joining: page) else {
        _exit(3)
      }
      // Nothing of the supervisor may be released here: the numbers of its descriptors are in use again.
      _ = unsafe (Unmanaged.passRetained(messages), Unmanaged.passRetained(sockets))
      return .worker(SupervisedWorker(messages: ownMessages, sockets: ownSockets, watch: watch))
    }
    guard process > 0 else {
      let error = SystemError.last
      page.release()
      throw error
    }
    // Also here, as the worker may not have done it yet when it is to be killed.
    setpgid(process, process)
    let handle = cprobe_open_process(process)
    guard handle >= 0 else {
      let error = SystemError.last
      Glibc.kill(process, SIGKILL)
      waitpid(process, nil, 0)
      page.release()
      throw error
    }
    // A worker that does not read must not block the supervisor.
    let socketsEnd = sockets.takeSupervisorEnd()
    Descriptors.setNonblocking(socketsEnd)
    return .supervisor(
      WorkerProcess(
        process: process, handle: handle, messages: messages.takeSupervisorEnd(),
        sockets: socketsEnd, page: page))
  }

  /// A connection between a supervisor and a worker, which closes the ends that nothing has taken.
  private final class Connection {
    private var supervisorEnd: Int32 = -1
    private var workerEnd: Int32 = -1

    init() throws(SystemError) {
      guard unsafe cprobe_connect(&supervisorEnd, &workerEnd) == 0 else { throw .last }
    }

    deinit {
      for end in [supervisorEnd, workerEnd] where end >= 0 { close(end) }
    }

    func takeSupervisorEnd() -> Int32 {
      defer { supervisorEnd = -1 }
      return supervisorEnd
    }

    func takeWorkerEnd() -> Int32 {
      defer { workerEnd = -1 }
      return workerEnd
    }
  }
}
