import CleanseSupport
import CleanseFindingReports
import CleanseSupervision

/// `host status`: what a running `host serve` does.
enum StatusCommand: Subcommand {
  static let name = "status"
  static let feature: ToolFeature? = .services
  static let summary = "Show what a running `serve` does"
  static let operands = ""
  static let options = OptionTable(
    [.control, .statusSocket] + StatusProbe.allCases.map(\.option) + [.metrics, .verbose, .format])
  static let details = [
    "Shows the worker process, its plugins, the states of its services, the results",
    "of the health checks, and how the last reload has ended. With a probe, --live,",
    "--ready or --started, it shows one line.",
  ]
  static let statuses = StatusMeanings(
    success: "a worker serves and answers, and all health checks have passed; with a probe, yes",
    findings: "that is not so; with a probe, no, also if no `serve` answers",
    failure: "no `serve` answers, without a probe",
    outdated:
      "as 0, but files of plugins or settings, the program or its library differ from what runs")
  static let examples = [
    "host status", "host status --control /run/cleanse/host.sock", "host status --ready",
  ]

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    try arguments.refuseOperands(for: name)
    try checkOptions(arguments)
    let socket = try StatusSocket(arguments, context)
    if let probe = StatusProbe(arguments) { return try check(probe, at: socket, in: context) }
    let status = try socket.status()
    if arguments.contains(.metrics) {
      try context.write(status.openMetrics)
      return .success
    }
    if arguments.contains(.verbose), arguments.format == .text {
      try context.write(status.text(for: context.outputTerminal, isVerbose: true))
    } else {
      try context.write(status, arguments)
    }
    guard status.isHealthy else { return .findings }
    return status.differs ? .outdated : .success
  }

  /// Refuses options that have no effect: a probe and the metrics have formats of their own.
  private static func checkOptions(_ arguments: ParsedArguments) throws(UsageError) {
    let forms = StatusProbe.allCases.map(\.option) + [.metrics]
    let details: [Option] =
      (arguments.contains(.verbose) ? [.verbose] : [])
      + (arguments.format == .json ? [.format] : [])
    let named = forms.filter { arguments.contains($0) } + details
    guard named.count > 1, named != details else { return }
    let options = named.prefix(2).map {
      $0 == .format ? "--format json" : "--\($0.name)"
    }
    throw UsageError("\(options.joined(separator: " and ")) can't be combined", command: name)
  }

  /// Writes the answer of a probe. A supervisor that does not answer does not pass it.
  private static func check(
    _ probe: StatusProbe, at socket: StatusSocket, in context: CommandContext
  ) throws -> ExitStatus {
    let failure: String?
    do throws(CommandFailure) {
      failure = try socket.status().failure(of: probe)
    } catch {
      failure = error.message
    }
    try context.write(probe.line(failure) + "\n")
    return failure == nil ? .success : .findings
  }
}

extension StatusProbe {
  fileprivate var option: Option {
    switch self {
    case .live: .live
    case .ready: .ready
    case .started: .started
    }
  }

  /// The probe that the arguments name; nil if they name none.
  fileprivate init?(_ arguments: ParsedArguments) {
    guard let probe = Self.allCases.first(where: { arguments.contains($0.option) }) else {
      return nil
    }
    self = probe
  }
}

extension SupervisorAnswer {
  /// Requests the answer.
  ///
  /// - Parameters:
  ///   - isOfAnyUser: Whether the socket may be that of another user.
  ///   - whileWaiting: Receives what the request waits for, if that takes long.
  init(
    to request: SupervisorRequest, at path: String, isOfAnyUser: Bool = false,
    whileWaiting: ([String]) -> Void = { _ in }
  ) throws(CommandFailure) {
    do throws(ControlClient.Failure) {
      self = try ControlClient.answer(
        to: request, at: path, isOfAnyUser: isOfAnyUser, whileWaiting: whileWaiting)
    } catch {
      throw CommandFailure(error.lines[0], hints: Array(error.lines.dropFirst()))
    }
  }
}
