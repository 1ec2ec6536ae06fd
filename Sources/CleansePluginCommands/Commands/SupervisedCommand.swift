import CleanseFindingReports
import CleanseSupervision

/// A command that runs in worker processes of a supervisor.
protocol SupervisedCommand: Subcommand {
  /// The settings of the supervisor.
  ///
  /// - Throws: A ``UsageError`` for an invalid command line.
  static func settings(
    _ arguments: ParsedArguments, environment: [String: String], _ names: ToolNames
  ) throws(UsageError) -> SupervisorSettings
}

extension SupervisedCommand {
  static var supervised: (any SupervisedCommand.Type)? { Self.self }
}
