public import PluginFiles
import PluginMetadata
public import Cleanse

/// A component and the plugins that extend it, as data: the result for each file, the combined graph, and
/// what is wrong with it.
///
/// It is the same wherever the graph comes from: from plugins in this process, from the probe, or from linked
/// documents. A ``PluginComposition`` adds what can be built.
public struct CombinedGraph: Sendable {
  /// What became of every file; a plugin that refused to be used is rejected here.
  public let inspections: [PluginInspection]
  /// The combined graph.
  public let graph: BindingGraph
  /// What the validators found: the built-in ones, the service loader's and the plugins' own.
  public let diagnostics: [Diagnostic]
  /// Whether the plugins could be brought together at all; the graph is that of the application alone otherwise.
  public let isComplete: Bool

  /// What the validators found that plugins contribute; nothing where they could not look at the graph.
  package let contributed: [Diagnostic]?
  private let severities: [Diagnostic.Code: Diagnostic.Severity]
  private let serviceLoader: CleanseServiceLoader

  /// Validates the graph.
  package init(
    _ inspections: [PluginInspection], _ graph: BindingGraph, _ contributed: ContributedFindings,
    severities: [Diagnostic.Code: Diagnostic.Severity], serviceLoader: CleanseServiceLoader
  ) {
    self.inspections = inspections
    isComplete = true
    self.severities = severities
    self.serviceLoader = serviceLoader
    let graph = graph.addingDropped(inspections.flatMap(\.wouldBind))
    self.graph = graph
    let own = serviceLoader.validators
    switch contributed {
    case .found(let further):
      self.contributed = further
      diagnostics = GraphValidation(plugins: own, severities: severities)
        .diagnostics(of: graph, and: further)
    case .notMade(let reasons):
      self.contributed = nil
      // What keeps the contributed validators from being made stands among the findings.
      let found = GraphValidation(plugins: own, severities: severities).diagnostics(of: graph)
      let weighed = reasons.map { reason in
        var weighed = reason
        weighed.severity = severities[reason.code] ?? reason.severity
        return weighed
      }
      diagnostics = weighed.filter { !found.contains($0) } + found
    case .notRun:
      self.contributed = nil
      diagnostics = GraphValidation(plugins: own, severities: severities)
        .diagnostics(of: graph, and: graph.contributedValidators.map(Diagnostic.validatorNotRun))
    }
  }

  /// Validates what was recorded in this process.
  init(
    _ recorded: PluginRecording, severities: [Diagnostic.Code: Diagnostic.Severity],
    serviceLoader: CleanseServiceLoader
  ) {
    let (graph, contributed) = recorded.result()
    self.init(
      recorded.inspections, graph, contributed, severities: severities,
      serviceLoader: serviceLoader)
  }

  /// What is known where the plugins can't be brought together at all, or what a tool makes up.
  public init(
    _ inspections: [PluginInspection], _ graph: BindingGraph, diagnostics: [Diagnostic],
    isComplete: Bool = true
  ) {
    self.inspections = inspections
    self.isComplete = isComplete
    self.graph = graph
    self.diagnostics = diagnostics
    contributed = nil
    severities = [:]
    serviceLoader = CleanseServiceLoader()
  }

  /// The files that were rejected, each with its reasons.
  public var rejections: [Diagnostic] {
    inspections.flatMap(\.diagnostics).filter { $0.severity == .error }
  }
}

extension CombinedGraph {
  /// What would come of the others if the plugins were not there. Plugins that require one of them can't be
  /// used then, either.
  ///
  /// Nothing is loaded: what the remaining plugins' own validators found of what is left still counts.
  public func without(_ identifiers: Set<String>) -> CombinedGraph {
    let rest = RequirementValidator.validate(
      inspections.filter { inspection in
        inspection.usable.map { !identifiers.contains($0.manifest.identifier) } ?? true
      })
    let origins = rest.compactMap(\.usable?.manifest.identifier)
    let left = BindingGraph(
      merging: [graph.declarations],
      origins.map { DeclarationMerger.Contributor(part: 0, origin: $0) })
    return CombinedGraph(
      rest, left, contributed.map { .found(Self.moved($0, from: graph, to: left)) } ?? .notRun,
      severities: severities, serviceLoader: serviceLoader)
  }

  /// Findings of a graph as those of what is left of it.
  private static func moved(
    _ findings: [Diagnostic], from graph: BindingGraph, to left: BindingGraph
  ) -> [Diagnostic] {
    let origins = Set(left.bindings.map(\.provenance.origin))
    // What is left keeps its order.
    let places = graph.bindings.filter { origins.contains($0.provenance.origin) }.map(\.id)
    let numbers = Dictionary(
      zip(places, left.bindings.indices).filter { graph.bindings[$0].key == left.bindings[$1].key },
      uniquingKeysWith: { first, _ in first })
    return findings.compactMap { finding in
      guard let place = finding.subject?.binding else { return finding }
      guard let number = numbers[place] else { return nil }
      var finding = finding
      if case .edge(_, let request) = finding.subject {
        finding.subject = .edge(binding: number, request: request)
      } else {
        finding.subject = .binding(number)
      }
      return finding
    }
  }
}
