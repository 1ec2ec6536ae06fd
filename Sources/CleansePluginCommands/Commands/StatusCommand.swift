import CleanseSupport
import CleanseFindingReports
import CleanseSupervision

/// `host status`: what a running `host serve` does.
enum StatusCommand: Subcommand {
  static let name = "status"
  static let feature: ToolFeature? = .services
  static let summary = "Show what a running `serve` does"
  static let operands = ""
  static let options = OptionTable([.control, .format])
  static let details = [
    "Shows the worker process, its plugins, the states of its services, the results",
    "of the health checks, and how the last reload has ended. The exit status is 0",
    "if a worker serves and all health checks have passed, 4 if that is so but the",
    "files differ from what serves, and 1 otherwise.",
  ]
  static let examples = [
    "host status", "host status --control /run/cleanse/host.sock",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    try arguments.refuseOperands(for: name)
    let path = try ControlPath.required(arguments, context, for: name)
    guard case .status(let status) = try SupervisorAnswer(to: .status, at: path) else {
      throw CommandFailure(
        "the answer of the process with the control socket \(path) is another one")
    }
    try context.write(status, arguments)
    guard status.isHealthy else { return .findings }
    return status.secondsSinceChange == nil ? .success : .outdated
  }
}

extension SupervisorAnswer {
  /// Requests the answer.
  ///
  /// - Parameter whileWaiting: Receives what the request waits for, if that takes long.
  init(
    to request: SupervisorRequest, at path: String, whileWaiting: ([String]) -> Void = { _ in }
  ) throws(CommandFailure) {
    do throws(ControlClient.Failure) {
      self = try ControlClient.answer(to: request, at: path, whileWaiting: whileWaiting)
    } catch {
      throw CommandFailure(error.lines[0], hints: Array(error.lines.dropFirst()))
    }
  }
}
