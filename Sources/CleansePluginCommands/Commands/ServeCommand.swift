import CleansePlugin
import CleansePluginHost
import CleanseSupport
import CleanseFindingReports
import CleanseSupervision

/// `host serve`: runs the services that plugins contribute, in a worker process that a supervisor keeps running.
enum ServeCommand: SupervisedCommand {
  static let name = "serve"
  static let feature: ToolFeature? = .services
  static let summary = "Run the services that plugins contribute"
  static let operands = "[DIR]..."
  static let options = OptionTable(
    [.control, .watch, .readyTime, .stopTime, .hangTime, .strict, .recordPermissions, .trace]
      + Option.probing + Option.trusting
      + Option.policing)
  static let loadsPlugins = true
  static let runsPlugins = true
  static let details = [
    "Validates all plugins, starts their services in the order of the graph, and runs",
    "them until SIGTERM or SIGINT; a second signal kills them. A supervisor, which",
    "runs no plugin code, restarts the process of the plugins if it ends or hangs.",
    "SIGHUP or `host reload` starts the plugins as they are now in a new process,",
    "with the same listening sockets. When all services there are ready, the old",
    "process stops. If the new plugins can't be used, the old ones stay in use.",
    "If host.json has permissions, the services may do only what they list.",
    "Under systemd, use Type=notify. The address of a plugin's socket can be that of",
    "a socket unit: systemd:NAME.",
  ]
  static let examples = [
    "host serve plugins --watch",
    "host serve plugins --set org.example.web.listen=127.0.0.1:8080",
  ]

  /// What is logged without a control socket.
  private static let lackOfControl = [
    "there is no control socket, as XDG_RUNTIME_DIR is not set: `host reload` and `host status` can't reach this process",
    "pass a path with --control",
  ]

  /// The words before each line of the log.
  static func logName(_ names: ToolNames) -> String { "\(names.name) \(name)" }

  static func settings(
    _ arguments: ParsedArguments, environment: [String: String], _ names: ToolNames
  ) throws(UsageError) -> SupervisorSettings {
    let logName = logName(names)
    var settings = SupervisorSettings(
      name: logName,
      reportEnd: { end, worker in
        let log = SupervisorLog(name: logName, waits: true)
        for finding in end.findings {
          let (level, lines) = SupervisorLog.entry(finding, names)
          log.write(level, lines, of: worker)
        }
        log.write(.error, end.lines, of: worker)
      },
      stateOfPaths: { WatchedPaths($0).digest })
    settings.control = try ControlPath.path(arguments, environment, names, for: name)
    if settings.control == nil { settings.warnings = lackOfControl.map(names.text) }
    if let file = arguments.value(of: .recordPermissions) {
      settings.record = { PermissionsFile(file).lines(afterWriting: $0) }
    }
    settings.isWatching = arguments.contains(.watch)
    if let time = try arguments.duration(of: .readyTime, for: name) {
      settings.readyDeadline = time
    }
    if let time = try arguments.duration(of: .stopTime, for: name) { settings.stopDeadline = time }
    if let time = try arguments.duration(of: .hangTime, atLeast: 1, for: name) {
      settings.hangDeadline = time
    }
    return settings
  }

  static func run(
    _ arguments: ParsedArguments, in context: CommandContext
  ) async throws -> ExitStatus {
    guard let worker = context.worker else {
      throw CommandFailure("`\(name)` needs a supervisor, and there is none")
    }
    return try await ServiceProcess(worker: worker, context: context).run(arguments)
  }
}

extension SupervisorLog {
  /// The level and the lines of a finding in full.
  static func entry(_ finding: Diagnostic, _ names: ToolNames) -> (Level, [String]) {
    (finding.severity == .error ? .error : .warning, lines(of: finding).map(names.text))
  }

  static func lines(of finding: Diagnostic) -> [String] {
    DiagnosticText.of(finding, for: .none).split(separator: "\n").map(String.init)
  }
}
