public import Cleanse
internal import FoundationEssentials
internal import PluginManifest

/// What came of calling the functions of a plugin in C once, as factories of the graph.
struct PluginExercise: Codable, Sendable {
  let findings: [Diagnostic]

  /// Reads what a process sent; nothing where that is no such document.
  init?(bytes: [UInt8]) {
    guard let value = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
    self = value
  }
}

extension PluginExercise {
  /// Loads the plugins into this process, and calls the functions of the first one.
  init<C: RootComponent>(loading plugins: [InspectedPlugin], into component: C.Type) {
    guard let plugin = plugins.first?.description else {
      findings = []
      return
    }
    let set = PluginSet(loading: plugins.map(\.inspection), checksContents: false)
    let recorded = PluginRecording(of: component, with: set)
    // A function that fails is told once, also where others ask for what it makes.
    var told: Set<ResolutionError.Step> = []
    findings = recorded.recording.failures(ofFunctionsFrom: plugin.manifest.identifier)
      .filter { failure in failure.step.map { told.insert($0).inserted } ?? true }
      .map { .exerciseFailed(plugin, $0) }
  }
}

extension PluginExercise {
  /// The plugins in C, each with all others behind it, and the place of each among the inspections.
  static func tasks(
    of inspections: [PluginInspection]
  ) -> [(place: Int, plugins: [InspectedPlugin])] {
    let plugins = inspections.compactMap(InspectedPlugin.init)
    return inspections.indices
      .filter { inspections[$0].usable?.stamp.language == "c" }
      .map { place in
        let path = inspections[place].file.path
        return (
          place,
          plugins.filter { $0.file.path == path } + plugins.filter { $0.file.path != path }
        )
      }
  }
}

extension Diagnostic.Code {
  /// A function of a plugin in C failed when it was called by way of trial.
  public static let pluginExerciseFailed: Self = "plugin/exercise-failed"
}

extension ForeignFailure {
  /// The binding whose factory failed.
  fileprivate var step: ResolutionError.Step? { (error as? ResolutionError)?.path.last }
}

extension Diagnostic {
  fileprivate static func exerciseFailed(
    _ plugin: PluginDescription, _ failure: ForeignFailure
  ) -> Diagnostic {
    let path = (failure.error as? ResolutionError)?.path.map(\.name) ?? []
    let reason = (failure.error as? ResolutionError)?.underlying ?? failure.error
    return Diagnostic(
      .pluginExerciseFailed, .warning, "\(plugin.file) has a function that fails: \(reason)",
      at: failure.location, provenance: failure.provenance,
      notes: [
        path.count > 1
          ? Note("called for \(failure.signature), by \(path.joined(separator: " → "))")
          : Note("it is bound as \(failure.signature)")
      ],
      remedy: "see to it that the function works with what the other plugins bind")
  }
}
