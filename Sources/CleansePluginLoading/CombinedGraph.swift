public import CleanseGraphAnalysis
public import CleansePluginFiles
import CleansePluginMetadata
import CleanseSupport
public import Cleanse

/// A component and the plugins that extend it, as data: the result for each file, the combined graph and its
/// findings, with how these are judged.
///
/// It is the same wherever the graph comes from: plugins in this process, the probe, or linked documents.
/// A ``PluginComposition`` adds the means to build the component.
public struct CombinedGraph: Sendable {
  /// The inspection of every file; a plugin that reported that it can't be used is rejected here.
  public internal(set) var inspections: [PluginInspection]
  /// The combined graph.
  public let graph: BindingGraph
  /// The findings about the configuration as a whole, then those of the validators: the built-in ones, the service
  /// loader's and the plugins' own.
  public private(set) var diagnostics: [Diagnostic]
  /// Whether the plugins could be combined at all; otherwise the graph is that of the application alone.
  public let isComplete: Bool

  /// The findings about the configuration as a whole, which are the first ones of ``diagnostics``.
  package private(set) var configurationFindings: [Diagnostic] = []

  /// The findings of the validators that plugins contribute; nil if these could not run.
  package let contributed: [Diagnostic]?
  /// The reasons why these validators could not be created, except for those that the graph shows.
  private let obstacles: [Diagnostic]
  /// How the findings are judged. The severities of its levels have been applied.
  public let judgement: Judgement
  private let serviceLoader: CleanseServiceLoader

  /// Validates the graph.
  package init(
    _ inspections: [PluginInspection], _ graph: BindingGraph, _ contributed: ContributedFindings,
    judgement: Judgement, serviceLoader: CleanseServiceLoader
  ) {
    self.inspections = inspections
    isComplete = true
    self.judgement = judgement
    self.serviceLoader = serviceLoader
    let graph = graph.addingDropped(inspections.flatMap(\.wouldBind))
    self.graph = graph
    let validation = GraphValidation(
      plugins: serviceLoader.validators.map { $0.knowing(inspections) },
      severities: judgement.severities)
    switch contributed {
    case .found(let further):
      self.contributed = further
      obstacles = []
      diagnostics = validation.diagnostics(of: graph, and: further)
    case .notMade(let reasons):
      self.contributed = nil
      // The reasons why the contributed validators could not be created are usually findings, too.
      let found = validation.diagnostics(of: graph)
      obstacles = reasons.filter { !found.contains(judgement.applied(to: $0)) }
      diagnostics = obstacles.map(judgement.applied(to:)) + found
    case .notRun:
      self.contributed = nil
      obstacles = []
      diagnostics = validation.diagnostics(
        of: graph, and: graph.contributedValidators.map(Diagnostic.validatorNotRun))
    }
    diagnostics.removeAll { judgement.isUse($0, in: graph) }
    // A level that the user set has precedence.
    if judgement.levels[.unusedBinding] == nil {
      diagnostics = DeclaredContributions(of: inspections).accepting(diagnostics, in: graph)
    }
  }

  /// Creates the result for plugins that can't be combined at all, or for a graph that a tool supplies.
  public init(
    _ inspections: [PluginInspection], _ graph: BindingGraph, diagnostics: [Diagnostic],
    isComplete: Bool = true, judgement: Judgement = Judgement()
  ) {
    self.inspections = inspections
    self.isComplete = isComplete
    self.graph = graph
    self.diagnostics = diagnostics
    contributed = nil
    obstacles = []
    self.judgement = judgement
    serviceLoader = CleanseServiceLoader()
  }

  /// Whether a missing binding is an error, which its level decides.
  var isMissingAnError: Bool { judgement.levels[.missingBinding] ?? .error == .error }

  /// Whether the component may be built: no plugin is rejected that had to be used, and no finding fails.
  public var isUsable: Bool {
    !inspections.contains(where: \.isRejected) && failures.isEmpty
  }

  /// Whether a plugin could not be used, and another file has taken its place since it was inspected.
  package var isOutdated: Bool {
    inspections.contains { (!isComplete || !$0.isUsable) && $0.isReplaced }
  }

  /// The reasons why files were rejected.
  public var rejections: [Diagnostic] {
    inspections.flatMap(\.diagnostics).filter { $0.severity == .error }
  }
}

extension CombinedGraph {
  /// The result with findings about the configuration, which the levels apply to.
  package func adding(_ findings: [Diagnostic]) -> CombinedGraph {
    var combined = self
    combined.configurationFindings = findings.map(judgement.applied(toPlugin:))
    combined.diagnostics = combined.configurationFindings + diagnostics
    return combined
  }

  /// The result without the given plugins. A plugin that requires one of them is rejected.
  ///
  /// Nothing is loaded: the findings of the remaining plugins' own validators are kept for the rest of the graph, or the
  /// reasons why these could not be created.
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
      rest, left, contributedFindings(in: left), judgement: judgement, serviceLoader: serviceLoader)
  }

  /// The result of the contributed validators for the remaining graph. A reason why they could not be created is one
  /// there until a plugin that it names is removed.
  private func contributedFindings(in left: BindingGraph) -> ContributedFindings {
    let origins = Set(left.bindings.map(\.provenance.origin))
    if let contributed {
      let kept = contributed.filter { origins.contains($0.validatorOrigin) }
      return .found(Self.moved(kept, from: graph, to: left))
    }
    guard !left.contributedValidators.isEmpty else { return .notRun }
    let remaining = obstacles.filter { obstacle in
      RemovalChoices(obstacle).plugins.allSatisfy { origins.contains($0) }
    }
    return remaining.isEmpty ? .notRun : .notMade(Self.moved(remaining, from: graph, to: left))
  }

  /// Translates findings of a graph to those of the remaining graph.
  private static func moved(
    _ findings: [Diagnostic], from graph: BindingGraph, to left: BindingGraph
  ) -> [Diagnostic] {
    let origins = Set(left.bindings.map(\.provenance.origin))
    // The remaining bindings keep their order.
    let kept = graph.bindings.filter { origins.contains($0.provenance.origin) }.map(\.id)
    let indices = Dictionary(
      keepingFirst: zip(kept, left.bindingIndices).filter { graph[$0].key == left[$1].key })
    return findings.compactMap { finding in
      guard let index = finding.subject?.binding else { return finding }
      guard let index = indices[index] else { return nil }
      var finding = finding
      if case .edge(_, let request) = finding.subject {
        finding.subject = .edge(binding: index, request: request)
      } else {
        finding.subject = .binding(index)
      }
      return finding
    }
  }
}
