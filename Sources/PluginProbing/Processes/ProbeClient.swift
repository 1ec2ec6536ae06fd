import PluginLoading
import CProbe
import Glibc
import Synchronization

/// The application's side of the processes that load plugins, which end with it.
final class ProbeClient: Sendable {
  private let servers: Mutex<ServerPool>

  private init(_ servers: consuming ServerPool) {
    self.servers = Mutex(servers)
  }

  /// Starts the launcher of the fork servers, as a copy of this process.
  ///
  /// - Parameter workers: How many plugins are loaded at the same time.
  static func start(work: ProbeWork, workers: Int) throws(SystemCallError) -> ProbeClient {
    let ends = try DescriptorPair.connection()
    // What lies in a buffer would be written by both.
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

  /// Has every request answered; others that ask meanwhile wait.
  ///
  /// What may be due to other things than its plugins is tried again alone and with more time, and then
  /// that counts.
  ///
  /// - Parameters:
  ///   - tasks: What to do with which plugins.
  ///   - limits: What each process may take.
  ///   - answered: Gets each outcome with its task's place, in the order in which they come.
  func run(
    _ tasks: [(ProbeRequest.Task, [InspectedPlugin])], limits: ProbeLimits,
    answered: (_ place: Int, ProbeOutcome) -> Void
  ) {
    func request(_ place: Int, _ id: Int, _ limits: ProbeLimits) -> ProbeRequest {
      ProbeRequest(
        id: id, task: tasks[place].0, plugins: tasks[place].1, nonce: Self.nonce(), limits: limits)
    }
    servers.withLock { servers in
      var doubtful: [Int] = []
      servers.run(tasks.count, isSerial: false) {
        request($0, $1, limits)
      } answered: { place, outcome in
        if outcome.isCertain { answered(place, outcome) } else { doubtful.append(place) }
      }
      servers.run(doubtful.count, isSerial: true) {
        request(doubtful[$0], $1, limits.alone)
      } answered: { index, outcome in
        answered(doubtful[index], outcome)
      }
    }
  }

  private static func nonce() -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<ProbeFrame.nonceSize).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }
}
