import CleanseGraph
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
  /// The rejected plugins, which are not in the graph.
  let rejections: PluginRejections
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
    rejections = PluginRejections(of: recorded.inspections)
    (graph, contributed) = recorded.result()
  }

  /// The complete result, combined with what the host knows.
  ///
  /// - Parameter inspections: The inspection of each file; a plugin that this process rejected is rejected.
  func combined(
    with inspections: [PluginInspection], judgement: Judgement, serviceLoader: CleanseServiceLoader
  ) -> CombinedGraph {
    CombinedGraph(
      rejections.applied(to: inspections), graph, contributed.inBounds(of: graph),
      judgement: judgement, serviceLoader: serviceLoader)
  }
}

extension ContributedFindings {
  /// The same findings, without subjects that are not in the graph: the plugins of the process that sent both can have
  /// written any index.
  func inBounds(of graph: BindingGraph) -> ContributedFindings {
    switch self {
    case .found(let findings): .found(findings.map { $0.inBounds(of: graph) })
    case .notMade(let findings): .notMade(findings.map { $0.inBounds(of: graph) })
    case .notRun: .notRun
    }
  }
}

extension Diagnostic {
  fileprivate func inBounds(of graph: BindingGraph) -> Diagnostic {
    let isInBounds =
      switch subject {
      case nil: true
      case .component(let index): graph.componentIndices.contains(index)
      case .binding(let index): graph.bindingIndices.contains(index)
      case .edge(let binding, let request):
        graph.bindingIndices.contains(binding) && graph[binding].requestIndices.contains(request)
      }
    guard !isInBounds else { return self }
    var finding = self
    finding.subject = nil
    return finding
  }
}
