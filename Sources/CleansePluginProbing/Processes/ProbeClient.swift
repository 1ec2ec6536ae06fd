import CleansePluginFiles
import CCleanseProbe
import Glibc
import Synchronization
import CleanseProcesses

/// The application's side of the processes that load plugins. They end when the client is destroyed.
final class ProbeClient: Sendable {
  /// The servers; nil when the client has been ended.
  private let servers: Mutex<ServerPool?>

  private init(_ servers: consuming ServerPool) {
    self.servers = Mutex(servers)
  }

  /// Starts the launcher of the fork servers, as a copy of this process.
  ///
  /// - Parameter workers: The number of plugins that are loaded at the same time.
  static func start(work: ProbeWork, workers: Int) throws(SystemCallError) -> ProbeClient {
    let ends = try DescriptorPair.connection()
    // Otherwise both processes would write the contents of the buffers.
    fflush(nil)
    let host = getpid()
    let process = cprobe_fork()
    guard process >= 0 else { throw SystemCallError("fork") }
    if process == 0 {
      close(ends.first.number)
      ProbeLauncher.run(host: ends.second, of: host, work: work)
    }
    do throws(SystemCallError) {
      let launcher = LauncherConnection(ends.first, to: try ProcessHandle(process))
      return ProbeClient(ServerPool(launcher, limit: workers))
    } catch {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
      throw error
    }
  }

  /// Ends the processes. Tasks can't be performed any more.
  func end() {
    servers.withLock { $0 = nil }
  }

  /// Performs every task; other callers wait meanwhile.
  ///
  /// A task whose outcome may have a cause other than its plugins is retried alone and with more time, and the
  /// second outcome counts.
  ///
  /// - Parameters:
  ///   - tasks: The tasks, each with its plugins.
  ///   - limits: The limits of each process.
  ///   - answered: Called with each outcome and the index of its task, in order of completion.
  func run(
    _ tasks: [(ProbeRequest.Task, [PluginInspection])], limits: ProbeLimits,
    answered: (_ index: Int, ProbeOutcome) -> Void
  ) {
    func request(_ index: Int, _ id: Int, _ limits: ProbeLimits) -> ProbeRequest {
      ProbeRequest(
        id: id, task: tasks[index].0, plugins: tasks[index].1, nonce: Self.nonce(), limits: limits)
    }
    servers.withLock { servers in
      var doubtful: [Int] = []
      let isOpen: Void? = servers?.run(tasks.count, isSerial: false) {
        request($0, $1, limits)
      } answered: { index, outcome in
        if outcome.isCertain { answered(index, outcome) } else { doubtful.append(index) }
      }
      servers?.run(doubtful.count, isSerial: true) {
        request(doubtful[$0], $1, limits.alone)
      } answered: { number, outcome in
        answered(doubtful[number], outcome)
      }
      guard isOpen == nil else { return }
      for index in tasks.indices {
        answered(index, ProbeOutcome(ending: .unavailable("the probe has been ended")))
      }
    }
  }

  private static func nonce() -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<ProbeFrame.nonceSize).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }
}
