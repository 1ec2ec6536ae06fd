import CleanseGraph
import CleanseGraphAnalysis
import CleanseSupport
import CleansePluginFiles
import CleansePluginLoading
internal import CleansePluginMetadata
internal import CleanseC

/// The result of a probe process that has loaded several plugins: the part of a ``CombinedGraph`` that
/// only such a process can determine.
///
/// It is not a ``CombinedGraph`` because it is sent between processes, and only the host knows the findings
/// about the files, the severities and the application's validators.
struct ProbedCombination: Sendable {
  /// What the process found, without the graph.
  struct Findings: Codable, Sendable {
    /// The rejected plugins, which are not in the graph.
    let rejections: PluginRejections
    fileprivate(set) var contributed: ContributedFindings

    /// Decodes only the findings of what a process sent; nil if it has none.
    init?(bytes: [UInt8]) {
      guard let (findings, _) = ProbedCombination.parts(of: bytes) else { return nil }
      self = findings
    }

    init(_ rejections: PluginRejections, _ contributed: ContributedFindings) {
      (self.rejections, self.contributed) = (rejections, contributed)
    }
  }

  private(set) var findings: Findings
  let graph: BindingGraph
}

extension ProbedCombination {
  /// Decodes the output of ``bytes()``; nil if it is something else.
  init?(bytes: [UInt8]) {
    guard let (findings, document) = Self.parts(of: bytes),
      let graph = try? JSONParser.value(
        BindingGraph.self, from: document, userInfo: .graphsWithC)
    else { return nil }
    (self.findings, self.graph) = (findings, graph)
    // The process may have sent others than those that it made.
    self.findings.contributed = findings.contributed.withOwnCodes
  }

  func bytes() throws -> [UInt8] {
    try ProbeMessage.bytes(of: findings, payload: JSONWriter.bytes(of: graph))
  }

  fileprivate static func parts(of bytes: [UInt8]) -> (Findings, payload: [UInt8])? {
    var rest = bytes
    guard let parts = try? ProbeMessage.next(Findings.self, from: &rest), rest.isEmpty else {
      return nil
    }
    return parts
  }
}

extension ProbedCombination {
  /// Adds what the host found out about the process.
  mutating func add(_ finding: Diagnostic?) {
    guard let finding else { return }
    findings.contributed = findings.contributed.adding(finding)
  }

  /// Loads the plugins into this process and records them.
  ///
  /// - Parameter observe: Is called as by `PluginRecording.result`.
  init<C: RootComponent>(
    loading plugins: [PluginInspection], into component: C.Type,
    observing observe: (RunningValidator?) -> Void
  ) {
    let set = PluginSet(loading: plugins, checksContents: false)
    let recorded = PluginRecording(of: component, with: set)
    let (graph, contributed) = recorded.result(observing: observe)
    self.graph = graph
    findings = Findings(PluginRejections(of: recorded.inspections), contributed)
  }

  /// How the graph differs from what each plugin, and the application, declares alone; nil if it does not.
  func difference(
    from plugins: [PluginInspection], _ bareGraph: BindingGraph
  ) -> CombinationCheck.Difference? {
    let rejected = findings.rejections.applied(to: plugins).filter(\.isRejected)
      .compactMap { $0.description?.manifest.identifier }
    return CombinationCheck(of: graph, with: plugins, bareGraph: bareGraph)
      .difference(except: Set(rejected))
  }

  /// The complete result, combined with what the host knows.
  ///
  /// - Parameter inspections: The inspection of each file; a plugin that this process rejected is rejected.
  func combined(
    with inspections: [PluginInspection], judgement: Judgement, serviceLoader: CleanseServiceLoader
  ) -> CombinedGraph {
    CombinedGraph(
      findings.rejections.applied(to: inspections), graph,
      findings.contributed.inBounds(of: graph), judgement: judgement, serviceLoader: serviceLoader)
  }
}

extension ContributedFindings {
  fileprivate func adding(_ finding: Diagnostic) -> ContributedFindings {
    switch self {
    case .found(let findings): .found(findings + [finding])
    case .notMade(let findings): .notMade(findings + [finding])
    case .notRun: .notRun
    }
  }

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
