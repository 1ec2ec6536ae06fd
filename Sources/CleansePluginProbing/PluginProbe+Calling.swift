import CleanseGraph
package import CleansePluginFiles
package import CleansePluginLoading
import CleansePluginMetadata
import CleanseSupport

// The calls of factories and commands of plugins, in other processes.
extension PluginProbe {
  /// Calls the factories that may be called as a test, each in a process of its own with all plugins, and compares the
  /// names of commands with the manifests.
  func exercise(
    _ inspections: [PluginInspection], _ probed: [Int: ProbedPlugin]
  ) -> [PluginInspection] {
    let plan = ExercisePlan(inspections) { index in try? probed[index]?.graph() }
    var exercises: [PluginExercise?] = plan.calls.map { _ in nil }
    let tasks = plan.calls.map { (ProbeRequest.Task.exercise(function: $0.function), $0.plugins) }
    run(tasks, plugins: inspections.count) { index, outcome in
      let exercise =
        outcome.ending == .result ? PluginExercise(bytes: outcome.payload) : nil
      exercises[index] = (exercise ?? PluginExercise(failing: plan.calls[index], outcome))
        .adding(outcome.refusals, of: plan.calls[index].plugins.first)
    }
    let exercised = plan.findings(exercises.compactMap { $0 }, in: inspections)
    let named = NamedCommands(exercised)
    do throws(PluginRejections) {
      return named.findings(try commands(of: named.origins, among: exercised), in: exercised)
    } catch {
      return error.applied(to: exercised)
    }
  }

  /// Makes the commands of plugins in other processes, to find their names.
  ///
  /// - Parameters:
  ///   - inspections: The plugins that are used.
  ///   - origins: The identifiers of the plugins to ask; nil for the application.
  /// - Returns: The answers, in the order of the identifiers.
  /// - Throws: The plugins that can't be used: without them, the answers would not be complete.
  package func commands(
    of origins: [String?], among inspections: [PluginInspection]
  ) throws(PluginRejections) -> [ProbedCommands.Answer] {
    guard !origins.isEmpty else { return [] }
    let span = Trace.begin(.wait, "names of commands")
    defer { span?.end() }
    let plugins = inspections.filter(\.isUsable)
    func ordered(_ origin: String?) -> [PluginInspection] {
      plugins.filter { $0.description?.manifest.identifier == origin }
        + plugins.filter { $0.description?.manifest.identifier != origin }
    }
    var answers: [String?: ProbedCommands.Answer] = [:]
    var rejections = PluginRejections()
    // The plugins of the process can have written anything.
    func add(_ probed: ProbedCommands?, of requested: [String?]) {
      for answer in probed?.answers ?? [] where requested.contains(answer.origin) {
        answers[answer.origin] = answer
      }
      if let found = probed?.rejections, found.applied(to: plugins).contains(where: \.isRejected) {
        rejections = found
      }
    }
    run([(.commands(of: origins), plugins)], plugins: plugins.count) { _, outcome in
      add(outcome.ending == .result ? ProbedCommands(bytes: outcome.payload) : nil, of: origins)
    }
    guard rejections.isEmpty else { throw rejections }
    // One of them ended the process: each gets its own.
    let rest = origins.filter { answers[$0] == nil }
    run(rest.map { (.commands(of: [$0]), ordered($0)) }, plugins: plugins.count) { index, outcome in
      if outcome.ending == .result, let probed = ProbedCommands(bytes: outcome.payload) {
        add(probed, of: [rest[index]])
        // A plugin can have forged a result that answers something else.
        if answers[rest[index]] != nil || !rejections.isEmpty { return }
      }
      let plugin = rest[index].flatMap { ordered($0).first }
      let failure =
        plugin.map { ProbeFailure(of: $0, outcome, while: "its commands are made") }
        ?? ProbeFailure(of: plugins, outcome)
      answers[rest[index]] = ProbedCommands.Answer(
        origin: rest[index], commands: [], failures: [failure.diagnostic.message])
    }
    guard rejections.isEmpty else { throw rejections }
    return origins.compactMap { answers[$0] }
  }
}
