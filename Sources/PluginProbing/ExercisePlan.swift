package import PluginFiles
package import PluginLoading
internal import PluginMetadata
package import CleanseGraph

/// Which functions of plugins in C are called by way of trial, and what came of it.
package struct ExercisePlan {
  /// One function, which gets a process of its own.
  package struct Call {
    /// The place of the plugin among the inspections.
    let place: Int
    /// The plugin, and all others behind it.
    package let plugins: [InspectedPlugin]
    /// The function's number among those of the plugin.
    package let function: Int
    let binding: Binding
  }

  private(set) package var calls: [Call] = []

  /// - Parameter graph: Tells what the plugin of a place binds.
  package init(_ inspections: [PluginInspection], graph: (_ place: Int) -> BindingGraph?) {
    let plugins = inspections.compactMap(InspectedPlugin.init)
    for (place, inspection) in inspections.enumerated() {
      guard let plugin = inspection.usable, plugin.stamp.language == "c" else { continue }
      let ordered =
        plugins.filter { $0.description.file == plugin.file }
        + plugins.filter { $0.description.file != plugin.file }
      let functions = (graph(place)?.bindings ?? []).filter {
        $0.provenance.origin == plugin.manifest.identifier && $0.signature != nil
          && $0.source == .factory
      }
      for (number, binding) in functions.enumerated() {
        calls.append(Call(place: place, plugins: ordered, function: number, binding: binding))
      }
    }
  }

  /// The inspections with what the calls came to.
  ///
  /// - Parameter exercises: What came of each call, in their order. A function that fails is told once,
  ///   also where others ask for what it makes.
  package func findings(
    _ exercises: [PluginExercise], in inspections: [PluginInspection]
  ) -> [PluginInspection] {
    var told: [Int: Set<String>] = [:]
    var result = inspections
    for (call, exercise) in zip(calls, exercises) {
      if let failed = exercise.failedAt, !told[call.place, default: []].insert(failed).inserted {
        continue
      }
      result[call.place] = result[call.place].adding(exercise.findings)
    }
    return result
  }
}

extension PluginExercise {
  /// What is known where the process of a call came to no result.
  init(failing call: ExercisePlan.Call, _ outcome: ProbeOutcome) {
    var finding = ProbeFailure(
      of: call.plugins[0], outcome, while: "a function of it is called"
    ).diagnostic
    finding.location = call.binding.location
    finding.notes.insert(
      Diagnostic.Note("it is bound as \(call.binding.signature ?? "")"), at: 0)
    finding.arguments.append(.init("function", call.binding.signature ?? ""))
    findings = [finding]
    failedAt = nil
  }
}
