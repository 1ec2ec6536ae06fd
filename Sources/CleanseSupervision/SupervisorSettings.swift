package import CleansePluginProbing

/// How a supervisor works.
package struct SupervisorSettings: Sendable {
  /// The words before each line of the log.
  package var name: String
  /// The path of the control socket; nil for none.
  package var control: String?
  /// What is to be logged at the start, as one warning.
  package var warnings: [String] = []
  /// Whether a change of a plugin or a setting reloads.
  package var isWatching = false
  /// How long a worker may take until it is ready.
  package var readyDeadline = Duration.seconds(60)
  /// How long a worker may take to stop.
  package var stopDeadline = Duration.seconds(30)
  /// How long the worker that serves may take to answer before it is replaced.
  package var hangDeadline = Duration.seconds(30)
  /// Reports how a worker has ended by itself, in a process of its own.
  package var reportEnd: @Sendable (ProgramEnd, _ worker: Int32) -> Void
  /// What distinguishes files, and those in folders, from changed ones.
  package var stateOfPaths: @Sendable ([String]) -> String

  /// Writes what all workers have used so far, if that is recorded, and returns what to log.
  package var record: (@Sendable (RecordedPermissions) -> [String])?

  package init(
    name: String, reportEnd: @escaping @Sendable (ProgramEnd, _ worker: Int32) -> Void,
    stateOfPaths: @escaping @Sendable ([String]) -> String
  ) {
    (self.name, self.reportEnd, self.stateOfPaths) = (name, reportEnd, stateOfPaths)
  }
}
