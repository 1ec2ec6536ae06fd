import CleanseSupport
package import PluginFiles
package import PluginLoading
import PluginMetadata
package import PluginTrust
public import Cleanse
import Glibc

/// Loads plugins in processes of their own, so that nothing that a plugin does while it is loaded and
/// configured reaches the application.
///
/// Start it first thing in `main`:
///
/// ```swift
/// let probe = try PluginProbe.start(for: EditorComponent.self)
/// let plugins = try PluginHost(directories: ["/usr/lib/editor/plugins"]).load(through: probe)
/// ```
///
/// What it starts ends when the last copy of the value is gone or the application ends, however
/// that comes about. Any thread may use it; while one waits for its plugins, others wait for it.
public struct PluginProbe: Sendable {
  /// How much a plugin may take.
  public var settings: ProbeSettings

  /// Where outcomes are kept for later runs; nothing to find everything out anew each time.
  public var cache: VerdictCache?
  /// Whether everything is found out anew all the same, and kept in place of what is there.
  public var isRescan = false

  /// Whether the functions of plugins in C are called by way of trial: each one that is bound as a factory
  /// and whose dependencies some plugin or the application binds, once.
  public var isExercising = false

  /// What answers; the reason why nothing does.
  private let client: Result<ProbeClient, PluginProbeError>
  private let work: ProbeWork

  /// Starts a copy of this process that in turn starts one for each plugin.
  ///
  /// - Parameters:
  ///   - component: The component that the plugins extend.
  ///   - settings: How much a plugin may take.
  ///   - workers: How many plugins are loaded at the same time; nothing for as many as keep all
  ///     processors busy.
  /// - Throws: A ``PluginProbeError`` when the process has a second thread already, or when the
  ///   system allows no new process.
  public static func start<C: RootComponent>(
    for component: C.Type, settings: ProbeSettings = ProbeSettings(), workers: Int? = nil
  ) throws(PluginProbeError) -> PluginProbe {
    guard ProcessState.countThreads() == 1 else { throw .threads }
    let work = ProbeWork(for: component)
    do throws(SystemCallError) {
      let client = try ProbeClient.start(
        // One more than there are processors, so that none is idle while the server deals with another.
        work: work, workers: workers ?? SystemThread.processors + 1)
      return PluginProbe(settings: settings, client: .success(client), work: work)
    } catch {
      throw .system(error)
    }
  }

  /// A probe that rejects every plugin, for an application that goes on where ``start(for:settings:workers:)``
  /// throws.
  ///
  /// - Parameters:
  ///   - component: The component that the plugins would extend.
  ///   - reason: Why no plugin can be probed, as a part of a sentence.
  public static func unavailable<C: RootComponent>(
    for component: C.Type, because reason: String
  ) -> PluginProbe {
    PluginProbe(
      settings: ProbeSettings(), client: .failure(PluginProbeError(description: reason)),
      work: ProbeWork(for: component))
  }

  /// Loads each plugin that passed its inspection in a process of its own.
  ///
  /// - Parameters:
  ///   - inspections: What the inspection found.
  ///   - levels: How findings are taken that are to be taken other than they come.
  ///   - progress: Called after each plugin with how many are done, and of how many.
  /// - Returns: The same files; a plugin that fails is rejected, and so is each that requires one
  ///   that is.
  package func examine(
    _ inspections: [PluginInspection], levels: FindingLevels = FindingLevels(),
    progress: (_ done: Int, _ count: Int) -> Void
  ) -> [PluginInspection] {
    var (result, probed) = probe(inspections, levels, progress: progress)
    result = RequirementValidator.validate(result)
    if isExercising {
      result = RequirementValidator.validate(exercise(result, probed).map { $0.taking(levels) })
    }
    return result.indices.map { Self.tellingDropped(result[$0], probed[$0]) }
  }

  /// Each file with the graph of the application and that plugin alone, as a process found it; with the
  /// application's own where there is none.
  package func fragments(
    of inspections: [PluginInspection], progress: (_ done: Int, _ count: Int) -> Void
  ) -> [(inspection: PluginInspection, graph: BindingGraph)] {
    // Whoever links them says how findings are taken.
    let (result, probed) = probe(inspections, FindingLevels(), progress: progress)
    let bareGraph = work.bareGraph()
    return result.indices.map { place in
      let inspection = Self.tellingDropped(result[place], probed[place])
      let graph = inspection.usable == nil ? nil : try? probed[place]?.graph()
      return (inspection, graph ?? bareGraph)
    }
  }

  /// Loads each plugin alone; whether those that it requires are there does not matter.
  private func probe(
    _ inspections: [PluginInspection], _ levels: FindingLevels,
    progress: (_ done: Int, _ count: Int) -> Void
  ) -> (inspections: [PluginInspection], probed: [Int: ProbedPlugin]) {
    var result = inspections
    let places = inspections.indices.filter { inspections[$0].usable != nil }
    let plugins = inspections.compactMap(InspectedPlugin.init)
    var probed: [Int: ProbedPlugin] = [:]
    var done = 0
    run(plugins.map { (.examine, [$0]) }, plugins: 1) { index, outcome in
      let place = places[index]
      let verdict = ProbeVerdict(of: plugins[index], outcome)
      probed[place] = verdict.probed
      result[place] = result[place].adding(verdict.findings).taking(levels)
      done += 1
      progress(done, plugins.count)
    }
    return (result, probed)
  }

  /// A rejected plugin with what it would bind.
  private static func tellingDropped(
    _ inspection: PluginInspection, _ plugin: ProbedPlugin?
  ) -> PluginInspection {
    guard inspection.usable == nil, let plugin,
      let origin = inspection.description?.manifest.identifier
    else { return inspection }
    return inspection.rejected(for: [], wouldBind: plugin.wouldBind(as: origin))
  }

  /// Calls the functions of the plugins in C, each in a process of its own with all plugins.
  private func exercise(
    _ inspections: [PluginInspection], _ probed: [Int: ProbedPlugin]
  ) -> [PluginInspection] {
    let plan = ExercisePlan(inspections) { place in try? probed[place]?.graph() }
    var exercises: [PluginExercise?] = plan.calls.map { _ in nil }
    let tasks = plan.calls.map { (ProbeRequest.Task.exercise(function: $0.function), $0.plugins) }
    run(tasks, plugins: inspections.count) { index, outcome in
      let exercise = outcome.ending == .result ? PluginExercise(bytes: outcome.payload) : nil
      exercises[index] = exercise ?? PluginExercise(failing: plan.calls[index], outcome)
    }
    return plan.findings(exercises.compactMap { $0 }, in: inspections)
  }

  /// Loads all plugins that are usable into one process, and validates what they register together.
  ///
  /// - Parameters:
  ///   - inspections: What is known of each file.
  ///   - severities: How much findings weigh that are to weigh other than their validators say.
  ///   - serviceLoader: Validators of the application. They run in this process, on the graph.
  package func combine(
    _ inspections: [PluginInspection], severities: [Diagnostic.Code: Diagnostic.Severity],
    serviceLoader: CleanseServiceLoader
  ) -> CombinedGraph {
    let plugins = inspections.compactMap(InspectedPlugin.init)
    var combination: ProbedCombination?
    var failure: Diagnostic?
    guard !plugins.isEmpty else {
      return CombinedGraph(
        inspections, work.bareGraph(), .found([]), severities: severities,
        serviceLoader: serviceLoader)
    }
    // Each may be as slow here as alone; that many hundreds are all slow is not to be expected.
    let deadlines = min(plugins.count, 12)
    run([(.combine, plugins)], plugins: plugins.count, deadlines: deadlines) { _, outcome in
      let isSound = outcome.ending == .result && outcome.leftProcesses == 0
      combination = isSound ? ProbedCombination(bytes: outcome.payload) : nil
      failure = ProbeFailure(of: plugins, outcome).diagnostic
    }
    guard let combination else {
      return CombinedGraph(
        inspections, work.bareGraph(), diagnostics: failure.map { [$0] } ?? [], isComplete: false)
    }
    return combination.combined(
      with: inspections, severities: severities, serviceLoader: serviceLoader)
  }

  /// Has each task done; others that ask meanwhile wait.
  ///
  /// - Parameters:
  ///   - plugins: How many plugins a task is about, at most.
  ///   - deadlines: For how many of them it gets the whole deadline.
  ///   - answered: Gets each outcome with its task's place, in the order in which they come.
  private func run(
    _ tasks: [(ProbeRequest.Task, [InspectedPlugin])], plugins: Int, deadlines: Int = 1,
    answered: (_ place: Int, ProbeOutcome) -> Void
  ) {
    let limits = ProbeLimits(settings, plugins: plugins, deadlines: deadlines)
    let remembered = cache.map {
      CachedOutcomes($0, isRescan: isRescan, component: work.component, limits: limits)
    }
    var keys: [Int: String] = [:]
    var open: [Int] = []
    for (place, task) in tasks.enumerated() {
      keys[place] = remembered?.key(task.0, task.1)
      if let key = keys[place], let outcome = remembered?.outcome(for: key) {
        answered(place, outcome)
      } else {
        open.append(place)
      }
    }
    runAnew(open.map { tasks[$0] }, limits) { index, outcome in
      let place = open[index]
      // What came of another file than the one that was inspected says nothing about that.
      if let key = keys[place], tasks[place].1.allSatisfy(\.isUnchanged) {
        remembered?.store(outcome, of: tasks[place].0, for: key)
      }
      answered(place, outcome)
    }
  }

  private func runAnew(
    _ tasks: [(ProbeRequest.Task, [InspectedPlugin])], _ limits: ProbeLimits,
    answered: (_ place: Int, ProbeOutcome) -> Void
  ) {
    switch client {
    case .success(let client):
      client.run(tasks, limits: limits, answered: answered)
    case .failure(let error):
      for place in tasks.indices {
        answered(place, ProbeOutcome(ending: .unavailable(error.description)))
      }
    }
  }
}
