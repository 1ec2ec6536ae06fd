import CleansePluginMetadata
import CleanseSupport

/// What happens to a group of services.
enum GroupEvent: Equatable, Sendable {
  /// The effect ``GroupEffect/fork(_:)`` was carried out.
  case forked(WorkerNumber, process: Int32)
  /// It could not be, for a reason.
  case notForked(WorkerNumber, String)
  /// The permissions of a worker are in force.
  case confined(WorkerNumber)
  case reported(WorkerNumber, WorkerReport)
  /// A worker has got the listening socket of an address.
  case opened(WorkerNumber, address: String)
  /// What a worker does that owes an answer.
  case observed(WorkerNumber, WorkerCondition)
  /// The memory of a worker, in bytes.
  case measured(WorkerNumber, memory: UInt64)
  /// A worker has crashed or closed a connection, so it ends, unless its last steps hang: a crash report, or what plugins do
  /// at the exit.
  case broken(WorkerNumber)
  /// The crash report of a worker has a plugin, by identifier.
  case blamed(WorkerNumber, plugin: String)
  /// A worker has ended, after everything that it has reported; the cause is nil if it is not known.
  case ended(WorkerNumber, ProcessEnd?, hasCrash: Bool)
  /// A program requests a reload, or, without a request to answer, a signal or a change of files.
  ///
  /// - Parameter allowsLoss: Whether plugins that serve may be left out because they fail now.
  case reload(RequestNumber?, allowsLoss: Bool = false)
  /// This program has replaced another one, whose workers are to be replaced as well.
  case replacedProgram(answering: [RequestNumber])
  /// The islands that a worker has found are ready to serve together with it, which changes those that run.
  case islandsReady(WorkerNumber, SupervisorStatus.IslandChanges)
  /// One of them is about to end, so they are not ready any more.
  case islandsUnready(WorkerNumber)
  /// One of them could not be started, for a reason.
  ///
  /// - Parameter culprit: The plugin that made it fail, by identifier; nil if it is not known.
  case islandFailed(WorkerNumber, reason: String, culprit: String?)
  /// An island is to run from a set, whose application starts. It serves when all islands of the set do.
  case offered(SetNumber, IslandLimits? = nil)
  /// All islands of the set that was offered are ready, and the application serves.
  case released
  /// The set that was offered is not used after all.
  case withdrawn
  /// The island is none of the set that serves now.
  case dropped
  /// The files of plugins and settings have this state.
  case files(String)
  /// A signal stops the program.
  case stop
  /// Time has passed.
  case time
}
