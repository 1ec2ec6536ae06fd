import CleansePlugin
import CleansePluginHost
import CleanseSupport
import CleanseFindingReports
import CleanseSupervision

/// The worker of `host serve`: validates the plugins, and runs their services until the supervisor stops it.
///
/// `ServeCommand` starts the supervisor before the process has a thread, and this runs in each of its workers. `host reload`
/// and `host status` are other processes, which reach the supervisor at the ``ControlPath``.
struct ServiceProcess {
  let worker: SupervisedWorker
  let context: CommandContext
  /// The last event that reports an error.
  private let failure = LastFailure()
  /// The round of health checks that runs. One that takes long is no failure, also if the supervisor asks again meanwhile.
  private let round = PendingAnswer()

  private final class LastFailure: Sendable {
    let reason = TrackedMutex<String?>(nil)
    /// Whether all services have been ready.
    let isStarted = TrackedMutex(false)
    /// Whether a service has failed to stop although all were to stop.
    let hasFailedToStop = TrackedMutex(false)
  }

  /// Whether a task is to answer that has not finished yet.
  private final class PendingAnswer: Sendable {
    private let isPending = TrackedMutex(false)

    /// - Returns: Whether there was none.
    func begin() -> Bool {
      isPending.withLock { isPending in
        defer { isPending = true }
        return !isPending
      }
    }

    func end() { isPending.withLock { $0 = false } }
  }

  init(worker: SupervisedWorker, context: CommandContext) {
    (self.worker, self.context) = (worker, context)
  }

  /// When the health checks are repeated until all have passed: after times that double.
  private static let firstCheckInterval = Duration.milliseconds(100)
  private static let lastCheckInterval = Duration.seconds(2)

  func run(_ arguments: ParsedArguments) async throws -> ExitStatus {
    let path = PluginPath(operands: arguments.operands, policy: context.policy)
    let settings = try ServeCommand.settings(
      arguments, environment: context.environment, context.names)
    try worker.begin(endingWithin: settings.stopDeadline)
    // Until services start, there is nothing to stop.
    worker.onStop {
      Trace.current?.flush()
      _exit(0)
    }
    switch try part(in: path, arguments) {
    case .success(let part):
      switch load(part) {
      case .success(let plugins): return try await serve(part.services, plugins)
      case .failure(let refusal): return refuse(refusal.reasons)
      }
    case .failure(let refusal): return refuse(refusal.reasons)
    }
  }

  /// What runs in this process.
  private struct Part {
    let services: PluginTool.ServedPart
    let plugins: [PluginInspection]
    /// The findings that have been reported.
    let reported: [Diagnostic]
  }

  /// Validates the plugins, unless that has been done, and says which of them run in this process.
  private func part(
    in path: PluginPath, _ arguments: ParsedArguments
  ) throws -> Result<Part, Refusal> {
    guard worker.set.island == nil else { return try island(in: path) }
    let combination = try CombinedGraph(
      of: path, for: ServeCommand.name, arguments, in: observingProbes())
    if let refusal = check(combination) { return .failure(refusal) }
    guard arguments.contains(.isolate) else {
      return .success(part(.all, combination.inspections, of: combination))
    }
    do throws(CommandFailure) {
      let plan = try IslandPlan(of: combination, context.policy)
      try report(plan)
      return .success(part(.application, plan.application, of: combination))
    } catch {
      let lines = error.lines(for: context.names.program)
      worker.log(LogRecord(.startFailed, lines))
      return .failure(Refusal(reasons: lines))
    }
  }

  private func part(
    _ services: PluginTool.ServedPart, _ plugins: [PluginInspection], of combination: CombinedGraph
  ) -> Part {
    report(plugins)
    worker.reportOrder(of: combination.graph, services == .all ? nil : plugins)
    return Part(services: services, plugins: plugins, reported: combination.announced)
  }

  /// The plugins of an island, in the copy that another worker has validated.
  private func island(in path: PluginPath) throws -> Result<Part, Refusal> {
    let host = try path.host(
      context.policy, for: ServeCommand.name, using: context.servedSet?.plugins)
    let plugins = try path.reading(host.inspect(), for: ServeCommand.name)
    worker.report(.selected(plugins.compactMap(context.policy.selected)))
    report(plugins)
    let rejected = plugins.filter(\.isRejected)
    guard rejected.isEmpty else {
      worker.report(.lost)
      return .failure(refusal(for: rejected, except: []))
    }
    return .success(Part(services: .island, plugins: plugins, reported: []))
  }

  /// Reports the islands, which run in other processes.
  private func report(_ plan: IslandPlan) throws(CommandFailure) {
    for part in plan.parts {
      let description = try context.servedSet?.part(with: part.plugins) ?? ""
      guard description.utf8.count <= Self.longestDescription else {
        throw CommandFailure(
          "the island \(part.island.name.quoted) has too many plugins: \(part.plugins.count)")
      }
      worker.report(.island(part.island, description: description))
    }
    worker.report(.divided)
  }

  /// A message to the supervisor has room for it, however it is escaped.
  private static let longestDescription = 400_000

  /// The context with a probe that reports to the supervisor what it does, as that can take long.
  private func observingProbes() -> CommandContext {
    var context = context
    context.probe.observer = { [worker] sentence, isRunning in
      worker.report(isRunning ? .began(step: sentence) : .finished(step: sentence))
    }
    return context
  }

  /// Why plugins are not used.
  private struct Refusal: Error {
    let reasons: [String]
  }

  /// Reports what a graph consists of.
  ///
  /// - Returns: Why it can't be used; nil if it can.
  private func check(_ combination: CombinedGraph) -> Refusal? {
    let selection = combination.inspections.compactMap(context.policy.selected)
    for part in selection.parts(of: WorkerReport.mostPlugins) { worker.report(.selected(part)) }
    let misnamed = combination.misnamed.filter { !combination.announced.contains($0) }
    report(findings: combination.announced + misnamed)
    if !misnamed.isEmpty { worker.report(.warned(misnamed.flatMap(LogRecord.lines).shortened)) }
    guard combination.isUsable else {
      report(combination.inspections)
      let failures = combination.failures
      let lines = failures.flatMap(LogRecord.lines)
      guard failures.allSatisfy({ $0.severity < .error }) else { return Refusal(reasons: lines) }
      // No finding says that it is the reason.
      worker.log(LogRecord(.startFailed, [combination.refusal]))
      return Refusal(reasons: [combination.refusal] + lines)
    }
    guard combination.graph.hasServices else {
      let reason = "there is nothing to serve: no plugin contributes a service"
      worker.log(LogRecord(.startFailed, [reason]))
      return Refusal(reasons: [reason])
    }
    return nil
  }

  /// Reports the plugins that run in this process.
  private func report(_ plugins: [PluginInspection]) {
    worker.report(.permits(context.policy.permissionsDigest))
    worker.report(.inspected(plugins: plugins.compactMap(\.usable?.manifest).map(\.release)))
    worker.reportFiles(of: plugins)
  }

  /// Loads plugins into this process. They are a private copy, so none can have been replaced.
  private func load(_ part: Part) -> Result<PluginSet, Refusal> {
    // Its processes are of no use any more, and would be taken for those of a plugin that makes this one crash.
    context.probe.end()
    context.watch?.begin(
      part.plugins, endingWithin: Int(context.policy.deadline.value * 1000))
    SocketProvider.use(worker.listeningSocket, for: .settings(of: part.plugins))
    worker.report(.loading(at: Timestamp.now()))
    let plugins = PluginSet(loading: part.plugins, checksContents: true)
    let rejected = plugins.inspections.filter(\.isRejected)
    guard !rejected.isEmpty else { return .success(plugins) }
    return .failure(refusal(for: rejected, except: part.reported))
  }

  /// Reports what is wrong with plugins, which can't be used for that.
  private func refusal(
    for rejected: [PluginInspection], except reported: [Diagnostic]
  ) -> Refusal {
    let findings = context.findings(of: rejected)
    report(findings: findings.filter { !reported.contains($0) })
    return Refusal(reasons: findings.flatMap(LogRecord.lines))
  }

  private func serve(
    _ part: PluginTool.ServedPart, _ plugins: PluginSet
  ) async throws -> ExitStatus {
    let worker = worker
    try context.releaseOutput()
    context.watch?.guardStack()
    worker.onCheck {
      guard round.begin() else { return }
      Task.detached {
        let results = await Self.checks()
        round.end()
        worker.report(.checked(results))
      }
    }
    answerOrders()
    let serving = Task {
      try await context.tool.serve(part, plugins, observe) {
        failure.isStarted.withLock { $0 = true }
        worker.report(.started)
        do {
          try await becomeReady()
          Trace.current?.endStart()
          worker.report(.ready)
          while true { try await Task.sleep(for: .seconds(86_400)) }
        } catch  where !worker.isStopped {
          let reason = failure.reason.withLock { $0 } ?? "\(error)"
          worker.report(.failing(WorkerReport.shortened(reason)))
          throw error
        }
      }
    }
    worker.onStop { serving.cancel() }
    do {
      try await serving.value
    } catch is CancellationError where worker.isStopped {
      // As ordered.
      if failure.hasFailedToStop.withLock({ $0 }) { return .findings }
    } catch {
      let lines = Self.lines(of: error)
      // The events of services have been logged.
      if !(error is ServiceError) { worker.log(LogRecord(.workerStops, lines)) }
      return refuse(lines)
    }
    return .success
  }

  /// Answers the supervisor from a task, with the priority of those of services: they share their threads.
  private func answerOrders() {
    let (worker, answer) = (worker, PendingAnswer())
    let priority = Task.currentPriority
    worker.onAnswer {
      guard answer.begin() else { return }
      Task.detached(priority: priority) {
        answer.end()
        let threads = TasklessThreads.all.sorted().prefix(WorkerReport.mostTexts)
        worker.report(.answered(taskless: Array(threads)))
      }
    }
  }

  private static func lines(of error: any Error) -> [String] {
    guard let error = error as? ServiceError else { return PluginTool.lines(of: error) }
    return error.events.flatMap { $0.sentence.split(separator: "\n").map(String.init) }
  }

  private func observe(_ event: ServiceEvent) {
    if case .stopFailed = event.kind, worker.isStopped {
      failure.hasFailedToStop.withLock { $0 = true }
    }
    let (state, reported) = event.stateAndLogEvent
    if reported.level == .error {
      failure.reason.withLock { $0 = event.sentence }
      // All others stop, which can take long. The supervisor need not wait for that.
      if let plugin = event.provenance.origin { worker.report(.blames(plugin: plugin)) }
      if case .startFailed = event.kind, !failure.isStarted.withLock({ $0 }), !worker.isStopped {
        worker.report(.failing(WorkerReport.shortened(event.sentence)))
      }
    } else if HealthMonitor.isService(event.service) {
      // It belongs to the program.
      return
    }
    worker.report(
      .service(
        name: event.service.description, state: state, plugin: event.provenance.origin))
    worker.log(
      LogRecord(
        reported, "\(event)".split(separator: "\n").map(String.init),
        plugin: event.provenance.origin, service: event.service.description))
  }

  /// Returns when all health checks have passed. The supervisor may have the worker serve before.
  private func becomeReady() async throws {
    var interval = Self.firstCheckInterval
    while true {
      guard round.begin() else {
        // The supervisor has asked: it lets services serve whose checks failed before, too.
        try await Task.sleep(for: interval)
        continue
      }
      let results = await Self.checks { [worker] check, isRunning in
        // It is a step of the start: one that does not return is named when the worker is late.
        let step = WorkerReport.shortened("health check \(check) is running")
        worker.report(isRunning ? .began(step: step) : .finished(step: step))
      }
      round.end()
      try Task.checkCancellation()
      worker.report(.checked(results))
      if results.allSatisfy({ $0.error == nil }) { return }
      try await Task.sleep(for: interval)
      interval = min(interval * 2, Self.lastCheckInterval)
    }
  }

  private static func checks(
    observing observe: @escaping @Sendable (String, Bool) -> Void = { _, _ in }
  ) async -> [HealthResult] {
    await HealthMonitor.results(observing: observe).map {
      HealthResult(name: $0.name, error: $0.failure.map(WorkerReport.shortened))
    }
  }

  /// Ends without services.
  private func refuse(_ lines: [String]) -> ExitStatus {
    worker.report(.refused(lines.shortened))
    return .findings
  }

  /// Reports findings in full, line by line.
  private func report(findings: [Diagnostic]) {
    for finding in findings { worker.log(LogRecord(finding, context.names)) }
  }
}

extension Policy {
  /// What is reported of a plugin that is used, or left out because it fails; nil for any other file.
  fileprivate func selected(_ plugin: PluginInspection) -> WorkerPlugin? {
    guard plugin.isUsable || plugin.omission == .failing else { return nil }
    let finding = plugin.diagnostics.first { $0.code == .pluginLeftOut }
    return WorkerPlugin(
      identifier: plugin.description?.manifest.identifier, file: FilePath(plugin.file.path),
      reason: plugin.isUsable ? nil : finding?.message ?? "it fails",
      canBeLeftOut: configuration.failureMode(of: plugin) == .leaveOut)
  }
}

extension PluginManifest {
  /// The identifier and the version.
  fileprivate var release: String { "\(identifier) \(version)" }
}

extension BindingGraph {
  /// Whether the root component has services besides that of the program.
  fileprivate var hasServices: Bool {
    (resolution.services[.root] ?? []).contains { !HealthMonitor.isService(self[$0.binding].key) }
  }
}
