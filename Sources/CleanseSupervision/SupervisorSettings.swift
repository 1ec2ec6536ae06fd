package import CleansePluginProbing
package import CleanseSupport

/// How a supervisor works.
package struct SupervisorSettings: Sendable {
  /// A socket that answers only `status`.
  package struct StatusSocket: Sendable {
    package let path: String
    /// The name or the number of the group that may use it; nil for that which the system gives it.
    package let group: String?

    package init(path: String, group: String?) {
      (self.path, self.group) = (path, group)
    }
  }

  /// The words before each line of the log.
  package var name: String
  /// The version of the program.
  package let version: String
  /// The path of the settings file, for the log; nil for none.
  package var file: String?
  /// The path of the control socket; nil for none.
  package var control: String?
  /// The socket that answers only `status`; nil for none.
  package var statusSocket: StatusSocket?
  /// The address at which probes and metrics are answered over HTTP; nil for none.
  package var http: String?
  /// The directories for the copies of plugins, of which the first one is used that can be.
  package var stateDirectories: [FilePath]
  /// The ways in which other users can change what is in a directory.
  package var weaknesses: @Sendable (FilePath) -> [String]
  /// What is logged.
  package var log = LogSettings()
  /// What is to be logged at the start, as one warning.
  package var warnings: [String] = []
  /// Whether each island runs in a process of its own.
  package var isolatesIslands = false
  /// Whether a change of a plugin or a setting reloads.
  package var isWatching = false
  /// How long a worker may take until it is ready.
  package var readyDeadline = Duration.seconds(60)
  /// How long a worker may take to stop.
  package var stopDeadline = Duration.seconds(30)
  /// How long the worker that serves may take to answer before it is replaced.
  package var hangDeadline = Duration.seconds(30)
  /// The same for one that computes meanwhile; nil for any time.
  package var computeDeadline: Duration?
  /// The memory above which a worker is replaced, in bytes; nil for none.
  package var memoryLimit: UInt64?
  /// How often workers may end by themselves before the plugins that served before are used.
  package var crashLimit = CrashLimit()
  /// How often a worker may be started again before the supervisor ends; nil for any number of times.
  package var restartLimit: CrashLimit?
  /// What to log of how a worker has ended by itself. It is called in a process of its own.
  package var entriesOfEnd: @Sendable (ProgramEnd) -> [LogRecord]
  /// What distinguishes files, and those in folders, from changed ones.
  package var stateOfPaths: @Sendable ([String]) -> String

  /// Writes what all workers have used so far, if that is recorded, and returns what to log.
  package var record: (@Sendable (RecordedPermissions) -> [String])?

  /// - Parameters:
  ///   - name: The words before each line of the log.
  ///   - version: The version of the program.
  ///   - stateDirectories: The directories for the copies of plugins, of which the first one is used that can be.
  ///   - weaknesses: The ways in which other users can change what is in a directory.
  ///   - entriesOfEnd: What to log of how a worker has ended by itself.
  ///   - stateOfPaths: What distinguishes files, and those in folders, from changed ones.
  package init(
    name: String, version: String, stateDirectories: [FilePath],
    weaknesses: @escaping @Sendable (FilePath) -> [String],
    entriesOfEnd: @escaping @Sendable (ProgramEnd) -> [LogRecord],
    stateOfPaths: @escaping @Sendable ([String]) -> String
  ) {
    (self.name, self.version) = (name, version)
    self.stateDirectories = stateDirectories
    (self.weaknesses, self.entriesOfEnd) = (weaknesses, entriesOfEnd)
    self.stateOfPaths = stateOfPaths
  }
}
