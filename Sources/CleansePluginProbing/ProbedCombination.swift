import CleanseGraphAnalysis
import CleansePluginFiles
import CleansePluginLoading
internal import CleanseC
internal import FoundationEssentials

/// The result of a probe process that has loaded several plugins: the part of a ``CombinedGraph`` that
/// only such a process can determine.
///
/// It is not a ``CombinedGraph`` because it is sent between processes, and only the host knows the findings
/// about the files, the severities and the application's validators.
struct ProbedCombination: Codable, Sendable {
  /// The errors of the rejected plugins, which are not in the graph, by the paths of their files.
  let rejections: [String: [Diagnostic]]
  let graph: BindingGraph
  let contributed: ContributedFindings

  /// Decodes the document that a process sent; nil if it is not such a document.
  init?(bytes: [UInt8]) {
    let decoder = JSONDecoder()
    decoder.userInfo = .graphsWithC
    guard let value = try? decoder.decode(Self.self, from: Data(bytes)) else { return nil }
    self = value
  }
}

extension ProbedCombination {
  /// Loads the plugins into this process and records them.
  init<C: RootComponent>(loading plugins: [PluginInspection], into component: C.Type) {
    let set = PluginSet(loading: plugins, checksContents: false)
    let recorded = PluginRecording(of: component, with: set)
    rejections = Dictionary(
      recorded.inspections.filter { !$0.isUsable }.map { ($0.file.path, $0.diagnostics) }
    ) { first, _ in first }
    (graph, contributed) = recorded.result()
  }

  /// The complete result, combined with what the host knows.
  ///
  /// - Parameter inspections: The inspection of each file; a plugin that this process rejected is rejected.
  func combined(
    with inspections: [PluginInspection], judgement: Judgement, serviceLoader: CleanseServiceLoader
  ) -> CombinedGraph {
    let combined = inspections.map { inspection in
      guard inspection.usable != nil, let errors = rejections[inspection.file.path]
      else { return inspection }
      return inspection.rejected(for: errors)
    }
    return CombinedGraph(
      combined, graph, contributed, judgement: judgement, serviceLoader: serviceLoader)
  }
}
