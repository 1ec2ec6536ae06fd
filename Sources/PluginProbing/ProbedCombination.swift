import PluginFiles
import PluginLoading
internal import CleanseC
internal import FoundationEssentials

/// What a process of the probe sends back that has loaded several plugins: the part of a ``CombinedGraph`` that
/// only such a process can find out.
///
/// It is not a ``CombinedGraph``, as it crosses between processes, and the host alone knows the findings about
/// the files, the severities and the validators of the application.
struct ProbedCombination: Codable, Sendable {
  /// Why plugins can't be used that are no longer in the graph, by their files' paths.
  let rejections: [String: [Diagnostic]]
  let graph: BindingGraph
  let contributed: ContributedFindings

  /// Reads what a process sent; nothing where that is no such document.
  init?(bytes: [UInt8]) {
    let decoder = JSONDecoder()
    decoder.userInfo = .graphsWithC
    guard let value = try? decoder.decode(Self.self, from: Data(bytes)) else { return nil }
    self = value
  }
}

extension ProbedCombination {
  /// Loads the plugins into this process and records them.
  init<C: RootComponent>(loading plugins: [InspectedPlugin], into component: C.Type) {
    let set = PluginSet(loading: plugins.map(\.inspection), checksContents: false)
    let recorded = PluginRecording(of: component, with: set)
    rejections = Dictionary(
      recorded.inspections.filter { $0.usable == nil }.map { ($0.file.path, $0.diagnostics) }
    ) { first, _ in first }
    (graph, contributed) = recorded.result()
  }

  /// The whole result, with what the host knows.
  ///
  /// - Parameter inspections: What is known of each file; a plugin that this process could not use is rejected.
  func combined(
    with inspections: [PluginInspection], severities: [Diagnostic.Code: Diagnostic.Severity],
    serviceLoader: CleanseServiceLoader
  ) -> CombinedGraph {
    let combined = inspections.map { inspection in
      guard inspection.usable != nil, let errors = rejections[inspection.file.path]
      else { return inspection }
      return inspection.rejected(for: errors)
    }
    return CombinedGraph(
      combined, graph, contributed, severities: severities, serviceLoader: serviceLoader)
  }
}
