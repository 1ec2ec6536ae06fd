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
    [
      .control, .statusSocket, .statusGroup, .http, .stateDirectory, .isolate, .watch, .readyTime,
      .stopTime, .hangTime, .computeTime, .recycleAbove, .crashes, .giveUpAfter, .log, .logFormat,
      .logLevel, .strict, .recordPermissions, .trace,
    ]
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
    "process stops. If the new plugins can't be used, the old ones stay in use. Until",
    "then, changed files have no effect: plugins run as private copies.",
    "If host.json has permissions, the services may do only what they list.",
    "With --isolate, plugins that share nothing with others run in processes of their",
    "own: `host islands` shows which. A crash costs its island alone, and a reload",
    "replaces only islands whose files or settings have changed.",
    "Under systemd, use Type=notify. The address of a plugin's socket can be that of",
    "a socket unit: systemd:NAME.",
  ]
  static let statuses = StatusMeanings(
    success: "it was stopped by SIGTERM or SIGINT",
    findings:
      "the plugins can't be used, a service did not start or stop, or --give-up-after applies")
  static let examples = [
    "host serve plugins --watch",
    "host serve plugins --set org.example.web.listen=127.0.0.1:8080",
  ]

  /// What is logged without a control socket.
  private static let lackOfControl = [
    "there is no control socket, as neither RUNTIME_DIRECTORY nor XDG_RUNTIME_DIR is set: `host reload` and `host status` can't reach this process",
    "pass a path with --control",
  ]

  /// The words before each line of the log.
  static func logName(_ names: ToolNames) -> String { "\(names.name) \(name)" }

  static func settings(
    _ arguments: ParsedArguments, environment: [String: String], _ names: ToolNames
  ) throws(UsageError) -> SupervisorSettings {
    var settings = SupervisorSettings(
      name: logName(names), version: Version.text,
      stateDirectories: try StateDirectory.candidates(arguments, environment, for: name),
      weaknesses: { FilePermissions.weaknesses(ofDirectory: $0) },
      entriesOfEnd: { end in
        end.findings.map { LogRecord($0, names) } + [LogRecord(.workerEnded, end.lines)]
      },
      stateOfPaths: { WatchedPaths($0).digest })
    settings.file = settingsFile(arguments, names)
    settings.control = try ControlPath.path(arguments, environment, names, for: name)
    if settings.control == nil { settings.warnings = lackOfControl.map(names.text) }
    settings.statusSocket = try statusSocket(arguments)
    settings.http = try arguments.value(
      of: .http, for: name, expected: SocketAddress.forms
    ) { SocketAddress($0)?.description }
    if let file = arguments.value(of: .recordPermissions) {
      settings.record = { PermissionsFile(file).write($0).lines }
    }
    settings.log = logSettings(arguments)
    settings.isolatesIslands = arguments.contains(.isolate)
    settings.isWatching = arguments.contains(.watch)
    if let time = try arguments.duration(of: .readyTime, for: name) {
      settings.readyDeadline = time
    }
    if let time = try arguments.duration(of: .stopTime, for: name) { settings.stopDeadline = time }
    if let limit = try limit(.crashes, arguments) { settings.crashLimit = limit }
    settings.restartLimit = try limit(.giveUpAfter, arguments)
    if let time = try arguments.duration(of: .hangTime, atLeast: 1, for: name) {
      settings.hangDeadline = time
    }
    settings.computeDeadline = try arguments.duration(of: .computeTime, atLeast: 1, for: name)
    settings.memoryLimit = try arguments.size(of: .recycleAbove, for: name)
    return settings
  }

  /// The path of the settings file, which workers read; nil without one. They report what is wrong with it.
  private static func settingsFile(_ arguments: ParsedArguments, _ names: ToolNames) -> String? {
    guard !arguments.contains(.noConfig) else { return nil }
    if let named = arguments.value(of: .config) { return named }
    let found = try? PolicySearch.file(
      named: names.policyFile, from: PolicySearch.workingDirectory())
    return found?.path
  }

  private static func logSettings(_ arguments: ParsedArguments) -> LogSettings {
    var settings = LogSettings()
    if let level = arguments.value(of: .logLevel).flatMap(LogLevel.init(name:)) {
      settings.level = level
    }
    settings.file = arguments.value(of: .log).map { FilePath($0) }
    if let format = arguments.value(of: .logFormat).flatMap(LogFormat.init(rawValue:)) {
      settings.format = format
    }
    return settings
  }

  private static func statusSocket(
    _ arguments: ParsedArguments
  ) throws(UsageError) -> SupervisorSettings.StatusSocket? {
    let group = arguments.value(of: .statusGroup)
    guard let path = try StatusSocket.path(arguments, for: name) else {
      guard group == nil else {
        throw UsageError("option --status-group requires --status-socket", command: name)
      }
      return nil
    }
    return SupervisorSettings.StatusSocket(path: path, group: group)
  }

  /// A number of times, and the seconds in which they are counted.
  private static func limit(
    _ option: Option, _ arguments: ParsedArguments
  ) throws(UsageError) -> CrashLimit? {
    try arguments.value(
      of: option, for: name,
      expected: "N/SECONDS, such as 3/60, with N from 1 to 1000 and SECONDS from 1 to 86400"
    ) { text in
      // Not a path: two numbers.
      let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, let count = Int(parts[0]), let seconds = Int(parts[1]),
        (1...1000).contains(count), (1...86_400).contains(seconds)
      else { return nil }
      return CrashLimit(count: count, within: .seconds(seconds))
    }
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

extension LogRecord {
  /// A finding in full.
  init(_ finding: Diagnostic, _ names: ToolNames) {
    self.init(
      .finding, Self.lines(of: finding).map(names.text),
      level: finding.severity == .error ? .error : .warning, plugin: finding.provenance?.origin,
      code: finding.code.rawValue)
  }

  /// The lines of a finding without colours.
  static func lines(of finding: Diagnostic) -> [String] {
    DiagnosticText.of(finding, for: .none).split(separator: "\n").map(String.init)
  }
}
