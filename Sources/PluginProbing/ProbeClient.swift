import PluginLoading
import CProbe
import Glibc
import Synchronization

/// The application's side of the fork server, which ends with it.
final class ProbeClient: Sendable {
  private let connection: Mutex<ProbeConnection>

  private init(_ connection: consuming ProbeConnection) {
    self.connection = Mutex(connection)
  }

  /// Starts the server, as a copy of this process.
  static func start(work: ProbeWork, workers: Int) throws(SystemCallError) -> ProbeClient {
    let ends = try DescriptorPair.connection()
    // What lies in a buffer would be written by both.
    fflush(nil)
    let host = getpid()
    let process = cprobe_fork()
    guard process >= 0 else { throw SystemCallError("fork") }
    if process == 0 {
      close(ends.first.number)
      ProbeServer.run(host: ends.second, of: host, work: work, workers: workers)
    }
    do throws(SystemCallError) {
      let server = try ServerProcess(process)
      return ProbeClient(ProbeConnection(ends.first, to: server))
    } catch {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
      throw error
    }
  }

  /// Has every request answered; others that ask meanwhile wait.
  ///
  /// - Parameters:
  ///   - tasks: What to do with which plugins.
  ///   - limits: What each process may take.
  ///   - answered: Gets each outcome with its task's place, in the order in which they come.
  func run(
    _ tasks: [(ProbeRequest.Task, [InspectedPlugin])], limits: ProbeLimits,
    answered: (_ place: Int, ProbeOutcome) -> Void
  ) {
    connection.withLock { connection in
      connection.run(tasks.count, limits: limits) { place, id in
        ProbeRequest(
          id: id, task: tasks[place].0, plugins: tasks[place].1, nonce: Self.nonce(),
          limits: limits)
      } answered: { place, outcome in
        answered(place, outcome)
      }
    }
  }

  private static func nonce() -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<ProbeFrame.nonceSize).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }
}
