// This folder loads plugins where they can do no harm. `PluginProbe` asks a fork server for a process for each plugin,
// and for one that loads all that passed (Processes); what these do is `ProbeWork`, what they send back is `ProbedPlugin`
// or `ProbedCombination`, and how they ended becomes a `ProbeResult`. `CachedOutcomes` skips what was done before
// (Cache). Program watches the process that finally runs.

package import CleanseGraphAnalysis
import CleanseSupport
package import CleansePluginFiles
package import CleansePluginLoading
import CleansePluginMetadata
import CleansePluginTrust
public import Cleanse
import CleanseProcesses

/// Loads plugins in processes of their own, so that nothing that a plugin does while it is loaded and
/// configured affects the application.
///
/// Start it at the beginning of `main`:
///
/// ```swift
/// let probe = try PluginProbe.start(for: EditorComponent.self)
/// let plugins = try PluginHost(directories: ["/usr/lib/editor/plugins"]).load(through: probe)
/// ```
///
/// Its processes end when the last copy of the value is destroyed or the application ends, however that
/// happens. It is thread-safe; while one thread waits for its plugins, the other callers wait for it.
public struct PluginProbe: Sendable {
  /// The limits of a plugin.
  public var settings: ProbeSettings

  /// The cache of outcomes for later runs; nil to probe every plugin on each run.
  public var cache: OutcomeCache?
  /// Whether every plugin is probed despite the cache, and the cached outcomes are replaced.
  public var isRescan = false

  /// The outcomes to use again if a plugin is replaced while this probe reads it; nil to use none.
  package var recent: RecentOutcomes?

  /// Whether the functions of C plugins are called as a test: each one that is bound as a factory and whose
  /// dependencies a plugin or the application binds, once.
  public var isExercising = false

  /// Called when a process starts, with what it does as a sentence, and when it has ended.
  package var observer: (@Sendable (_ sentence: String, _ isRunning: Bool) -> Void)?

  /// The client of the probe processes, or the reason why there is none.
  private let client: Result<ProbeClient, PluginProbeError>
  private let work: ProbeWork

  /// Prepares processes for plugins: for the first plugin, the program is executed again, and becomes the parent of a process
  /// for each plugin when it gets to this call.
  ///
  /// What `main` does before runs in the executed program, too. That has the arguments of this one, a few of its environment
  /// variables, such as `PATH`, `HOME` and `LD_LIBRARY_PATH`, and no standard streams. This call does not return in it.
  ///
  /// - Parameters:
  ///   - component: The component that the plugins extend.
  ///   - settings: The limits of a plugin.
  ///   - workers: The number of plugins that are loaded at the same time; nil for as many as keep all
  ///     processors busy.
  /// - Throws: A ``PluginProbeError`` if the process already has a second thread, as the executed program would have one here,
  ///   too.
  public static func start(
    for component: any RootComponent.Type, settings: ProbeSettings = ProbeSettings(),
    workers: Int? = nil
  ) throws(PluginProbeError) -> PluginProbe {
    try start(for: component, settings: settings, workers: workers, droppingArguments: 0)
  }

  /// - Parameter dropped: The number of the last arguments that the executed program does not get: `main` does not need them to
  ///   get to this call, and they can have values of options.
  package static func start(
    for component: any RootComponent.Type, settings: ProbeSettings = ProbeSettings(),
    workers: Int? = nil, droppingArguments dropped: Int
  ) throws(PluginProbeError) -> PluginProbe {
    serve(for: component)
    let threads = threads
    guard threads > 0 else { throw .noProc }
    guard threads == 1 else { throw .threads }
    // While no other thread can change the environment.
    _ = ProcessConditions.lines
    let work = ProbeWork(component: component)
    let client = ProbeClient(
      ProbeLaunch(work: work, droppedArguments: dropped),
      // One more than there are processors, so that none is idle while a server handles another plugin.
      workers: workers ?? SystemThread.processors + 1)
    return PluginProbe(settings: settings, client: .success(client), work: work)
  }

  /// Serves the host until it ends, and then ends this process, if the host has executed it to load plugins for the component;
  /// otherwise returns.
  package static func serve(for component: any RootComponent.Type) {
    let work = ProbeWork(component: component)
    guard let connection = ProbeLaunch.accepted(for: work) else { return }
    ProbeLauncher.run(host: Descriptor(connection), work: work)
  }

  /// Whether a host has executed this process to load plugins, for any component.
  package static var isServing: Bool { ProbeLaunch.isLauncher }

  /// The number of threads of this process.
  package static var threads: Int { ProcessState.countThreads() }

  /// Creates a probe that rejects every plugin, for an application that continues after
  /// ``start(for:settings:workers:)`` has thrown.
  ///
  /// - Parameters:
  ///   - component: The component that the plugins would extend.
  ///   - reason: Why no plugin can be probed, as a clause.
  public static func unavailable(
    for component: any RootComponent.Type, because reason: String
  ) -> PluginProbe {
    PluginProbe(
      settings: ProbeSettings(), client: .failure(PluginProbeError(description: reason)),
      work: ProbeWork(component: component))
  }

  /// Ends the processes of the probe and of all its copies, which then reject every plugin.
  package func end() {
    if case .success(let client) = client { client.end() }
  }

  /// Starts the processes of the probe before this one is confined, as it can't do so afterwards.
  package func prepareForConfinement() throws(PluginProbeError) {
    guard case .success(let client) = client else { return }
    do throws(LauncherConnection.Failure) {
      try client.prepareForConfinement()
    } catch {
      throw PluginProbeError(description: error.description)
    }
  }

  /// Ends the processes of the probe if this one has been confined since they started: plugins in this one could have them do
  /// what it may not do itself.
  package func endBeforeLoading() {
    if case .success(let client) = client { client.endIfOutside() }
  }

  /// The probe with the grants of renamed plugins.
  package func granting(to inspections: [PluginInspection]) -> PluginProbe {
    var probe = self
    probe.settings.grants = settings.grants.applied(to: inspections)
    return probe
  }

  /// Loads each plugin that passed its inspection, in a process of its own.
  ///
  /// - Parameters:
  ///   - inspections: The results of the inspection.
  ///   - judgement: The levels of the findings.
  ///   - progress: Called after each plugin with the number of plugins done and their total.
  /// - Returns: The same files; a plugin that fails is rejected, and so is each plugin that requires a
  ///   rejected one.
  package func examine(
    _ inspections: [PluginInspection], judgement: Judgement = Judgement(),
    progress: (_ done: Int, _ count: Int) -> Void
  ) -> [PluginInspection] {
    let span = Trace.begin(.wait, "each plugin alone")
    defer { span?.end() }
    var (result, probed) = probe(inspections, judgement, progress: progress)
    result = RequirementValidator.validate(result)
    if isExercising {
      result = RequirementValidator.validate(
        exercise(result, probed).map { $0.judged(by: judgement) })
    }
    return result.indices.map { Self.addingDropped(result[$0], probed[$0]) }
  }

  /// Returns each file with the graph of the application and that plugin alone, as determined by a process; with
  /// the application's own graph if there is none.
  package func fragments(
    of inspections: [PluginInspection], progress: (_ done: Int, _ count: Int) -> Void
  ) -> [(inspection: PluginInspection, graph: BindingGraph)] {
    // The command that links the fragments applies the levels.
    let (result, probed) = probe(inspections, Judgement(), progress: progress)
    let bareGraph = work.bareGraph
    return result.indices.map { index in
      let inspection = Self.addingDropped(result[index], probed[index])
      let graph = inspection.usable == nil ? nil : try? probed[index]?.graph()
      return (inspection, graph ?? bareGraph)
    }
  }

  /// Loads each plugin alone, whether or not the plugins that it requires are present.
  private func probe(
    _ inspections: [PluginInspection], _ judgement: Judgement,
    progress: (_ done: Int, _ count: Int) -> Void
  ) -> (inspections: [PluginInspection], probed: [Int: ProbedPlugin]) {
    var result = inspections
    let indices = inspections.indices.filter { inspections[$0].isUsable }
    let plugins = inspections.filter(\.isUsable)
    var probed: [Int: ProbedPlugin] = [:]
    var done = 0
    run(plugins.map { (.examine, [$0]) }, plugins: 1) { number, outcome in
      let index = indices[number]
      let probe = ProbeResult(of: plugins[number], outcome, with: settings)
      probed[index] = probe.probed
      result[index].recordedBindings = probe.probed?.recorded
      result[index] = result[index].adding(probe.findings).judged(by: judgement)
      done += 1
      progress(done, plugins.count)
    }
    return (result, probed)
  }

  /// Adds to a rejected plugin the bindings that it would register.
  private static func addingDropped(
    _ inspection: PluginInspection, _ plugin: ProbedPlugin?
  ) -> PluginInspection {
    guard inspection.usable == nil, let plugin,
      let origin = inspection.description?.manifest.identifier
    else { return inspection }
    return inspection.rejected(for: [], wouldBind: plugin.wouldBind(as: origin))
  }

  /// Starts to read what an earlier run has found about the plugins together; nil if that would not save time, or the cache is
  /// not to be read.
  ///
  /// - Parameter inspections: Those of all files. Most likely, none of the usable ones will be rejected.
  package func expectedCombination(of inspections: [PluginInspection]) -> EarlyCombination? {
    let plugins = inspections.filter(\.isUsable)
    guard cache != nil, !isRescan, plugins.count >= 16, SystemThread.processors > 1 else {
      return nil
    }
    return EarlyCombination(of: plugins, in: outcomes(combinationLimits(plugins)))
  }

  /// Each plugin may be as slow together with others as alone, but hundreds of plugins are not expected to be slow at once.
  private func combinationLimits(_ plugins: [PluginInspection]) -> ProbeLimits {
    ProbeLimits(settings, plugins: plugins.count, deadlines: min(plugins.count, 12))
  }

  /// Loads all usable plugins into one process and validates the combined graph.
  ///
  /// - Parameters:
  ///   - inspections: The inspection of each file.
  ///   - judgement: How the findings are judged.
  ///   - serviceLoader: The application's validators. They run in this process, on the graph.
  ///   - early: What ``expectedCombination(of:)`` has returned before.
  package func combine(
    _ inspections: [PluginInspection], judgement: Judgement,
    serviceLoader: CleanseServiceLoader, early: EarlyCombination? = nil
  ) -> CombinedGraph {
    let span = Trace.begin(.wait, "all plugins together")
    defer { span?.end() }
    let plugins = inspections.filter(\.isUsable)
    var combination: ProbedCombination?
    var (failure, denied): (Diagnostic?, Diagnostic?)
    guard !plugins.isEmpty else {
      return CombinedGraph(
        inspections, work.bareGraph, .found([]), judgement: judgement,
        serviceLoader: serviceLoader)
    }
    runChecked([(.combine, plugins)], combinationLimits(plugins)) { _, outcome in
      let isSound = outcome.ending == .result && outcome.leftProcesses == 0
      combination =
        isSound
        ? early?.combination(of: outcome.payload) ?? ProbedCombination(bytes: outcome.payload) : nil
      failure = outcome.marked(ProbeFailure(of: plugins, outcome).diagnostic)
      denied = .denied(plugins, outcome.refusals)
      // What is cached was compared before.
      guard !outcome.isCached,
        let difference = combination?.difference(from: plugins, work.bareGraph)
      else { return true }
      (combination, failure) = (nil, .differsTogether(difference))
      return false
    }
    guard var combination else {
      return CombinedGraph(
        inspections, work.bareGraph, diagnostics: [failure, denied].compactMap { $0 },
        isComplete: false, judgement: judgement)
    }
    combination.add(denied)
    return combination.combined(
      with: inspections, judgement: judgement, serviceLoader: serviceLoader)
  }

  /// The bytes that an earlier run of this program, with these limits, stored under the key; nil if it stored none, or
  /// the cache is not to be read.
  package func stored(_ key: String) -> [UInt8]? {
    guard let cache, !isRescan else { return nil }
    return cache.payload(for: self.key(key))
  }

  /// Stores bytes for later runs of this program.
  package func store(_ payload: [UInt8], for key: String) {
    cache?.store(payload, for: self.key(key))
  }

  private func key(_ key: String) -> String {
    let grants = settings.grants.plugins.sorted { $0.key < $1.key }.flatMap { plugin, access in
      [plugin, access.lines.lengthPrefixed]
    }
    let inputs = CachedOutcomes.inputs(
      component: work.name, limits: ProbeLimits(settings, plugins: 1))
    return ([inputs, settings.grants.all.lines.lengthPrefixed, key] + grants).lengthPrefixed
  }

  /// Performs each task; other callers wait meanwhile.
  ///
  /// - Parameters:
  ///   - plugins: The largest number of plugins of a task.
  ///   - answered: Called with each outcome and the index of its task, in order of completion.
  func run(
    _ tasks: [(ProbeRequest.Task, [PluginInspection])], plugins: Int,
    answered: (_ index: Int, ProbeOutcome) -> Void
  ) {
    runChecked(tasks, ProbeLimits(settings, plugins: plugins)) { index, outcome in
      answered(index, outcome)
      return true
    }
  }

  private func outcomes(_ limits: ProbeLimits) -> CachedOutcomes {
    CachedOutcomes(cache, recent, isRescan: isRescan, component: work.name, limits: limits)
  }

  /// - Parameter answered: Called as of ``run(_:plugins:answered:)``; returns whether the outcome may be cached.
  private func runChecked(
    _ tasks: [(ProbeRequest.Task, [PluginInspection])], _ limits: ProbeLimits,
    answered: (_ index: Int, ProbeOutcome) -> Bool
  ) {
    var cached = cache == nil && recent == nil ? nil : outcomes(limits)
    var keys: [Int: String] = [:]
    var open: [Int] = []
    for (index, task) in tasks.enumerated() {
      keys[index] = cached?.key(task.0, task.1)
      if let key = keys[index], let outcome = cached?.outcome(for: key) {
        _ = answered(index, outcome)
      } else {
        open.append(index)
      }
    }
    runUncached(open.map { tasks[$0] }, limits) { number, outcome in
      let index = open[number]
      let outcome = outcome.traced(of: tasks[index].1, tasks[index].0)
      let isTrusted = answered(index, outcome)
      // The outcome of a file other than the inspected one says nothing about the inspected one.
      if isTrusted, let key = keys[index], tasks[index].1.allSatisfy(\.isUnchanged) {
        cached?.store(outcome, of: tasks[index].0, for: key)
      }
    }
  }

  private func runUncached(
    _ tasks: [(ProbeRequest.Task, [PluginInspection])], _ limits: ProbeLimits,
    answered: (_ index: Int, ProbeOutcome) -> Void
  ) {
    switch client {
    case .success(let client):
      client.run(tasks, limits: limits) { index, isRunning in
        observer?(tasks[index].0.sentence(about: tasks[index].1), isRunning)
      } answered: {
        answered($0, $1)
      }
    case .failure(let error):
      for index in tasks.indices {
        answered(index, ProbeOutcome(ending: .unavailable(error.description)))
      }
    }
  }
}
