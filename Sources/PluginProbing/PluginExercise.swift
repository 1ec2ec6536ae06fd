import PluginFiles
package import PluginLoading
internal import PluginMetadata
import CleanseC
public import Cleanse
internal import FoundationEssentials

/// What came of calling a function of a plugin in C once, as a factory of the graph.
package struct PluginExercise: Codable, Sendable {
  /// What is wrong with the plugin; nothing when the function made its value, or could not be called for
  /// want of what it asks for.
  let findings: [Diagnostic]
  /// Where it failed, which may be a factory that it asks for.
  let failedAt: String?

  /// Reads what a process sent; nothing where that is no such document.
  init?(bytes: [UInt8]) {
    guard let value = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
    self = value
  }
}

extension PluginExercise {
  /// Loads the plugins into this process, and calls a function of the first one.
  ///
  /// - Parameter function: Its number among those of the plugin.
  package init<C: RootComponent>(
    loading plugins: [InspectedPlugin], into component: C.Type, calling function: Int
  ) {
    let set = PluginSet(loading: plugins.map(\.inspection), checksContents: false)
    let recording = PluginRecording(of: component, with: set).recording
    let identifier = plugins.first?.description.manifest.identifier ?? ""
    let functions = recording.functions(from: identifier)
    guard let plugin = plugins.first, functions.indices.contains(function) else {
      (findings, failedAt) = ([], nil)
      return
    }
    let failure = recording.failure(ofFunctionAt: functions[function])
    failedAt = failure?.step.map { "\($0)" }
    let misuses = set.loaded.first { $0.description.file == plugin.description.file }?.lateMisuses()
    findings =
      (failure.map { [.exerciseFailed(plugin.description, $0)] } ?? []) + (misuses ?? [])
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
      fix: "see to it that the function works with what the other plugins bind",
      arguments: [
        .file(plugin.file), .init("function", failure.step?.name ?? failure.signature),
      ])
  }
}
