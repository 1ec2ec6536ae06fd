import CleanseSupport
import CleanseFindingReports

/// The path of the control socket.
enum ControlPath {
  /// The variables with the directory of the standard socket: set by systemd for a service, and for a user.
  static let variables = ["RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"]

  /// The path that the arguments name, or the standard one; nil if there is no directory for it.
  static func path(
    _ arguments: ParsedArguments, _ environment: [String: String], _ names: ToolNames,
    for command: String
  ) throws(UsageError) -> String? {
    if let path = arguments.value(of: .control) {
      guard !path.isEmpty else {
        throw UsageError("option --control requires a path", command: command)
      }
      return path
    }
    let directory = variables.lazy.compactMap { environment[$0] }
      .compactMap { FilePath.list($0).first { !$0.isEmpty } }.first
    return directory.map { $0.appending("\(names.name.replacing(" ", with: "-")).sock").text }
  }

  /// The path for a command that needs one.
  static func required(
    _ arguments: ParsedArguments, _ context: CommandContext, for command: String
  ) throws(UsageError) -> String {
    guard
      let path =
        try path(arguments, context.environment, context.names, for: command)
    else {
      throw UsageError(
        "there is no standard path of the control socket, as neither RUNTIME_DIRECTORY nor XDG_RUNTIME_DIR is set",
        hints: ["pass the one of `host serve` with --control"], command: command)
    }
    return path
  }
}
