import CleanseGraph
package import CleansePluginFiles
import CleanseSupport

/// The plugins that a process that loads several of them can't use, with the reasons.
///
/// Whatever such a process was started for, they are its answer: what it found without these plugins says nothing about
/// the whole. Each of them has passed alone before.
package struct PluginRejections: Error, Codable, Hashable, Sendable {
  private struct Rejection: Codable, Hashable {
    let path: FilePath
    let errors: [Diagnostic]
  }

  /// A list, because the keys of a JSON object are compared as texts, and not as the bytes of paths.
  private let rejections: [Rejection]

  /// - Parameter inspections: The result of loading the plugins.
  package init(of inspections: [PluginInspection]) {
    rejections = inspections.filter { !$0.isUsable }.map {
      Rejection(path: FilePath($0.file.path), errors: $0.diagnostics)
    }
  }

  /// No rejection.
  package init() { rejections = [] }

  /// Whether every plugin was used.
  package var isEmpty: Bool { rejections.isEmpty }

  /// The inspections with these plugins rejected.
  ///
  /// The process that wrote this has run the code of all plugins, and each of them can have written it. So it can only
  /// reject plugins that the process was started for, and each reason says that others can be the cause.
  package func applied(to inspections: [PluginInspection]) -> [PluginInspection] {
    let errors = Dictionary(keepingFirst: rejections.map { ($0.path, $0.errors) })
    return inspections.map { inspection in
      guard inspection.isUsable, let written = errors[FilePath(inspection.file.path)] else {
        return inspection
      }
      let found = written.filter { $0.severity == .error }
      return inspection.rejected(
        for: found.isEmpty ? [.unexplained(inspection)] : found.map { $0.foundTogether() })
    }
  }
}

extension Diagnostic {
  /// The finding with the note that it does not occur when the plugin is loaded alone.
  fileprivate func foundTogether() -> Diagnostic {
    var finding = self
    // A binding of the other process's graph may not exist in the graph of this one.
    finding.subject = nil
    finding.notes.append(
      Note("it passes alone; this was found in a process that loads all plugins"))
    return finding
  }

  /// The finding about a plugin that was rejected without an error.
  fileprivate static func unexplained(_ inspection: PluginInspection) -> Diagnostic {
    Diagnostic(
      "plugin/probe-forged", .error,
      "\(inspection.file.path) is rejected without a reason by the process that loads all plugins",
      fix: "remove plugins one by one until the rest pass; one of them writes false results",
      arguments: [.file(inspection.file.path)])
  }
}
