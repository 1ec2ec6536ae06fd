internal import CleansePluginLoading
package import CleansePluginFiles
internal import CleansePluginMetadata
package import CleanseGraph
import CleanseSupport

/// The factories to call as a test, and the results of the calls: the functions of C plugins, and the contributions of
/// Swift plugins whose manifests allow that.
package struct ExercisePlan {
  /// The call of one factory, in a process of its own.
  package struct Call {
    /// The index of the plugin in the inspections.
    let index: Int
    /// The plugin, followed by all others.
    package let plugins: [PluginInspection]
    /// The index of the factory among the plugin's functions or contributions.
    package let function: Int
    let binding: Binding
  }

  private(set) package var calls: [Call] = []

  /// - Parameter graph: Returns the graph with the bindings of the plugin at an index.
  package init(_ inspections: [PluginInspection], graph: (_ index: Int) -> BindingGraph?) {
    let plugins = inspections.filter(\.isUsable)
    for (index, inspection) in inspections.enumerated() {
      guard let plugin = inspection.usable, plugin.isExercised else { continue }
      let file = FilePath(plugin.file)
      let ordered =
        plugins.filter { FilePath($0.file.path) == file }
        + plugins.filter { FilePath($0.file.path) != file }
      let factories = (graph(index)?.bindings ?? []).filter {
        $0.provenance.origin == plugin.manifest.identifier && $0.source == .factory
          && (plugin.isC ? $0.hasSignature : $0.kind == .contribution)
      }
      for (number, binding) in factories.enumerated() {
        calls.append(Call(index: index, plugins: ordered, function: number, binding: binding))
      }
    }
  }

  /// Returns the inspections with the findings of the calls.
  ///
  /// - Parameter exercises: The result of each call, in the order of ``calls``. A failing function is
  ///   seen once, also if other functions depend on its value.
  package func findings(
    _ exercises: [PluginExercise], in inspections: [PluginInspection]
  ) -> [PluginInspection] {
    var seen: [Int: Set<String>] = [:]
    var result = inspections
    let failing = zip(calls, exercises).filter(\.1.isEnded).map(\.0.binding)
    for (call, exercise) in zip(calls, exercises) {
      let exercise = exercise.isEnded ? exercise.noting(failing, calledBy: call.binding) : exercise
      result = exercise.rejections.applied(to: result)
      if let failed = exercise.failedAt, !seen[call.index, default: []].insert(failed).inserted {
        continue
      }
      result[call.index] = result[call.index].adding(
        exercise.findings.map { $0.attributed(to: inspections[call.index]) })
    }
    return result
  }
}

extension PluginExercise {
  /// The same with a note if a dependency of the function, which was called for it, ends its process as well.
  ///
  /// - Parameter failing: The functions that end their processes.
  fileprivate func noting(_ failing: [Binding], calledBy function: Binding) -> PluginExercise {
    let keys = Set(function.requests.map(\.key))
    let dependency = failing.first {
      keys.contains($0.key)
        && ($0.provenance, $0.signature) != (function.provenance, function.signature)
    }
    guard let dependency, !findings.isEmpty else { return self }
    var exercise = self
    exercise.findings[0].notes.append(
      Diagnostic.Note(
        "it depends on \(dependency.key), whose function fails as well: fix that first",
        on: dependency))
    return exercise
  }

  /// The result of a call whose process returned none.
  init(failing call: ExercisePlan.Call, _ outcome: ProbeOutcome) {
    var finding = ProbeFailure(
      of: call.plugins[0], outcome, while: "one of its functions is called",
      calling: call.binding.signature
    ).diagnostic
    finding.location = call.binding.location
    finding.notes.insert(
      Diagnostic.Note("bound as \(call.binding.signature ?? "")"), at: 0)
    finding.arguments.append(.init("function", call.binding.signature ?? ""))
    findings = [outcome.marked(finding)]
    failedAt = nil
    isEnded = true
  }
}
