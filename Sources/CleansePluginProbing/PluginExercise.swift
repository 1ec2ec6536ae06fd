import CleanseConfinement
import CleanseSupport
package import CleansePluginFiles
import CleansePluginLoading
internal import CleansePluginMetadata
import CleanseC
public import Cleanse

/// The result of calling a function of a C plugin once, as a factory of the graph.
package struct PluginExercise: Codable, Sendable {
  /// What is wrong with the plugin; empty if the function returned its value, or could not be called because
  /// a dependency is missing.
  var findings: [Diagnostic]
  /// The binding whose factory failed, which may be a dependency of the function.
  let failedAt: String?
  /// The plugins that can't be used with the others, so that the function was not called with what they bind.
  private(set) var rejections = PluginRejections()
  /// Whether the process of the call returned no result.
  var isEnded = false

  private enum CodingKeys: String, CodingKey {
    case findings, failedAt, rejections
  }

  /// Decodes the document that a process sent; nil if it is not such a document.
  init?(bytes: [UInt8]) {
    guard let value = try? JSONParser.value(Self.self, from: bytes) else { return nil }
    self = value
  }
}

extension PluginExercise {
  /// The same with a finding about what the process of the plugin was refused.
  func adding(_ refusals: [Refusal], of plugin: PluginInspection?) -> PluginExercise {
    guard let plugin = plugin?.usable,
      let finding = Diagnostic.denied(
        plugin, refusals, severity: .warning, while: "its functions were called as a test")
    else { return self }
    var exercise = self
    exercise.findings.append(finding)
    return exercise
  }

  /// Loads the plugins into this process and calls a factory of the first one.
  ///
  /// - Parameter function: The index of the factory among the functions of a C plugin, or the contributions of a Swift
  ///   plugin.
  package init<C: RootComponent>(
    loading plugins: [PluginInspection], into component: C.Type, calling function: Int
  ) {
    let set = PluginSet(loading: plugins, checksContents: false)
    let recorded = PluginRecording(of: component, with: set)
    let recording = recorded.recording
    rejections = PluginRejections(of: recorded.inspections)
    let plugin = plugins.first?.usable
    let identifier = plugin?.manifest.identifier ?? ""
    let factories =
      plugin?.isC == true
      ? recording.functions(from: identifier) : recording.contributions(from: identifier)
    guard let plugin, factories.indices.contains(function) else {
      (findings, failedAt) = ([], nil)
      return
    }
    let failure = recording.failure(ofFactoryAt: factories[function])
    failedAt = failure?.step.map { "\($0)" }
    let loaded = set.loaded.first { FilePath($0.description.file) == FilePath(plugin.file) }
    let misuses = loaded?.lateMisuses()
    findings =
      (failure.map { [.exerciseFailed(plugin, $0)] } ?? []) + (misuses ?? [])
  }
}

extension Diagnostic.Code {
  /// A function of a C plugin failed when it was called as a test.
  public static let pluginExerciseFailed: Self = "plugin/exercise-failed"
}

extension ExerciseFailure {
  /// The binding whose factory failed.
  fileprivate var step: ResolutionError.Step? { (error as? ResolutionError)?.path.last }
}

extension Diagnostic {
  fileprivate static func exerciseFailed(
    _ plugin: PluginDescription, _ failure: ExerciseFailure
  ) -> Diagnostic {
    let path = (failure.error as? ResolutionError)?.path.map(\.name) ?? []
    let reason = (failure.error as? ResolutionError)?.underlying ?? failure.error
    return Diagnostic(
      .pluginExerciseFailed, .warning,
      "\(plugin.file) has a failing \(plugin.isC ? "function" : "factory"): \(reason)",
      at: failure.location, provenance: failure.provenance,
      notes: [
        path.count > 1
          ? Note(
            "called for \(failure.signature), through "
              + Abbreviation.names.of(path).joined(separator: " → "))
          : Note("bound as \(failure.signature)")
      ],
      fix:
        "make the \(plugin.isC ? "function" : "factory") work with the bindings of the other plugins",
      arguments: [
        .file(plugin.file), .init("function", failure.step?.name ?? failure.signature),
      ])
  }
}
