import CleanseFindingReports
import CleanseSupervision
import CleanseSupport

/// The socket from which `host status` gets the status.
struct StatusSocket {
  private let path: String
  /// Whether it is one that answers only `status`, as of a host of another user.
  private let isReadOnly: Bool

  /// The status socket that the arguments name, or the control socket.
  init(_ arguments: ParsedArguments, _ context: CommandContext) throws(UsageError) {
    if let path = try Self.path(arguments, for: StatusCommand.name) {
      guard arguments.value(of: .control) == nil else {
        throw UsageError(
          "--control and --status-socket can't be combined", command: StatusCommand.name)
      }
      (self.path, isReadOnly) = (path, true)
    } else {
      path = try ControlPath.required(arguments, context, for: StatusCommand.name)
      isReadOnly = false
    }
  }

  /// The path that the arguments name; nil for none.
  static func path(
    _ arguments: ParsedArguments, for command: String
  ) throws(UsageError) -> String? {
    guard let path = arguments.value(of: .statusSocket) else { return nil }
    guard !path.isEmpty else {
      throw UsageError("option --status-socket requires a path", command: command)
    }
    return path
  }

  /// Requests the status.
  func status() throws(CommandFailure) -> SupervisorStatus {
    let answer = try SupervisorAnswer(to: .status, at: path, isOfAnyUser: isReadOnly)
    guard case .status(let status) = answer else {
      throw CommandFailure(
        "the answer of the process with the control socket \(path) is another one")
    }
    return status
  }
}
