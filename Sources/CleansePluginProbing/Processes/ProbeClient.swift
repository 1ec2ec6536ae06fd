import CleansePluginFiles
import CleanseSupport
import CCleanseProbe
import Glibc
import Synchronization
import CleanseProcesses

/// The application's side of the processes that load plugins. They end when the client is destroyed.
final class ProbeClient: Sendable {
  /// The processes.
  private struct Processes: ~Copyable {
    /// The servers; nil as long as no task needed one.
    var servers: ServerPool?
    /// Whether the client has been ended.
    var isEnded = false
    /// Whether this process is about to be confined, and the others are not.
    var areOutside = false
  }

  private let launch: ProbeLaunch
  /// The number of plugins that are loaded at the same time.
  private let workers: Int
  private let processes = Mutex(Processes())

  /// Creates a client that starts its processes for the first task, as a cache can have all outcomes.
  init(_ launch: ProbeLaunch, workers: Int) {
    (self.launch, self.workers) = (launch, workers)
  }

  /// Ends the processes. Tasks can't be performed any more.
  func end() {
    processes.withLock { processes in
      processes.servers = nil
      processes.isEnded = true
    }
  }

  /// Starts the processes before this one is confined, as it can't do so afterwards.
  func prepareForConfinement() throws(LauncherConnection.Failure) {
    try processes.withLock { processes throws(LauncherConnection.Failure) in
      try start(&processes)
      processes.areOutside = true
    }
  }

  /// Ends the processes if this one is confined and they are not.
  func endIfOutside() {
    if processes.withLock({ $0.areOutside }) { end() }
  }

  /// Performs every task; other callers wait meanwhile.
  ///
  /// A task whose outcome may have a cause other than its plugins is retried alone and with more time, and the
  /// second outcome counts.
  ///
  /// - Parameters:
  ///   - tasks: The tasks, each with its plugins.
  ///   - limits: The limits of each process.
  ///   - observer: Called with the index of a task when a process for it starts, and when that has ended.
  ///   - answered: Called with each outcome and the index of its task, in order of completion.
  func run(
    _ tasks: [(ProbeRequest.Task, [PluginInspection])], limits: ProbeLimits,
    observer: (_ index: Int, _ isRunning: Bool) -> Void,
    answered: (_ index: Int, ProbeOutcome) -> Void
  ) {
    func request(_ index: Int, _ id: Int, _ limits: ProbeLimits) -> ProbeRequest {
      observer(index, true)
      return ProbeRequest(
        id: id, task: tasks[index].0, plugins: tasks[index].1, nonce: Self.nonce(), limits: limits)
    }
    guard !tasks.isEmpty else { return }
    processes.withLock { processes in
      do throws(LauncherConnection.Failure) {
        try start(&processes)
      } catch {
        for index in tasks.indices {
          answered(index, ProbeOutcome(ending: .unavailable(error.description)))
        }
        return
      }
      var doubtful: [Int] = []
      processes.servers?.run(tasks.count, isSerial: false) {
        request($0, $1, limits)
      } answered: { index, outcome in
        observer(index, false)
        if outcome.isCertain { answered(index, outcome) } else { doubtful.append(index) }
      }
      processes.servers?.run(doubtful.count, isSerial: true) {
        request(doubtful[$0], $1, limits.alone)
      } answered: { number, outcome in
        observer(doubtful[number], false)
        answered(doubtful[number], outcome)
      }
    }
  }

  private func start(_ processes: inout Processes) throws(LauncherConnection.Failure) {
    guard !processes.isEnded else { throw .ended }
    guard processes.servers == nil else { return }
    let span = Trace.begin(.launch, "the program for plugins")
    defer { span?.end() }
    processes.servers = ServerPool(try launch.start(), limit: workers)
  }

  private static func nonce() -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    // Each number is a system call.
    return stride(from: 0, to: ProbeFrame.nonceSize, by: 8)
      .flatMap { _ in ProbeFrame.littleEndian(generator.next()) }
  }
}
