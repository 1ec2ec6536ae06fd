import CleanseGraph
import CleanseSupport

/// Determines the boxes, arrows and frames that each finding is about.
struct FindingMarkers {
  /// The contributor and the location of a binding, by which a note identifies it.
  private struct Origin: Hashable {
    let location: SourceLocation
    let provenance: Provenance
  }

  /// Codes whose notes each name a binding at fault.
  private static let sided: Set<Diagnostic.Code> = [
    .duplicateBinding, .dependencyCycle, .overrideConflict, .duplicateEntry,
  ]

  private let drawing: GraphDrawing
  private let draft: DrawingDraft
  private var bindings: [Origin: [BindingIndex]] = [:]
  private let outgoing: [String: [GraphDrawing.Edge]]
  private let incoming: [String: [GraphDrawing.Edge]]
  private let ids: Set<String>
  /// The boxes of rejected plugins.
  private var rejected: [Diagnostic: String] = [:]

  init(
    of drawing: GraphDrawing, graph: BindingGraph, draft: DrawingDraft,
    _ rejections: [GraphDrawing.Rejection]
  ) {
    self.drawing = drawing
    self.draft = draft
    outgoing = Dictionary(grouping: drawing.edges, by: \.from)
    incoming = Dictionary(grouping: drawing.edges, by: \.to)
    ids = Set(drawing.nodes.map(\.id) + drawing.clusters.map(\.id))
    for binding in graph.bindings {
      guard let location = binding.location else { continue }
      let origin = Origin(location: location, provenance: binding.provenance)
      bindings[origin, default: []].append(binding.id)
    }
    for (number, rejection) in rejections.enumerated() {
      for finding in rejection.findings { rejected[finding] = "x\(number)" }
    }
  }

  /// The ids, the main one first, each once.
  ///
  /// - Parameter isOfGraph: Whether its subject refers to indices of this graph.
  func all(of finding: Diagnostic, isOfGraph: Bool) -> [String] {
    if let plugin = rejected[finding] { return [plugin] }
    var places = isOfGraph ? subject(of: finding) : []
    if places.isEmpty {
      places += [node(at: finding.location, finding.provenance)].compactMap { $0 }
    }
    if Self.sided.contains(finding.code) {
      let sides = finding.notes.map { node(at: $0.location, $0.provenance) }
      if finding.code == .dependencyCycle { places += hops(sides) }
      places += sides.compactMap { $0 }
    }
    if places.isEmpty { places += plugin(of: finding) }
    return places.distinct()
  }

  /// The ids of the subject that the finding itself has.
  private func subject(of finding: Diagnostic) -> [String] {
    switch finding.subject {
    case nil: return []
    case .component(let component):
      // Such a finding is usually about a root without a binding.
      return ["r\(component)", "c\(component)"].filter(ids.contains)
    case .binding(let binding):
      return node(of: binding)
    case .edge(let binding, let request):
      let requester = node(of: binding)
      let drawn = requester.flatMap { outgoing[$0] ?? [] }
        .filter { $0.request == request && $0.id.hasPrefix("e\(binding)-") }
      guard let first = drawn.first else { return requester }
      guard first.to.hasPrefix("m") else { return drawn.map(\.id) + requester }
      // There is one finding for all requesters of a missing key.
      return [first.to] + (incoming[first.to] ?? []).filter { $0.request != nil }.map(\.id)
    @unknown default: return []
    }
  }

  private func node(of binding: BindingIndex) -> [String] {
    guard draft.nodesOfBindings.indices.contains(binding.number) else { return [] }
    return draft.nodesOfBindings[binding.number].map { [drawing.nodes[$0].id] } ?? []
  }

  /// The box of the only binding that has that origin.
  private func node(at location: SourceLocation?, _ provenance: Provenance?) -> String? {
    guard let location else { return nil }
    let origin = Origin(location: location, provenance: provenance ?? Provenance())
    guard let found = bindings[origin], found.count == 1 else { return nil }
    return node(of: found[0]).first
  }

  /// The arrows from each box of a cycle to the next one, and from the last to the first.
  private func hops(_ cycle: [String?]) -> [String] {
    zip(cycle, cycle.dropFirst() + cycle.prefix(1)).flatMap { from, to -> [String] in
      guard let from, let to else { return [] }
      return path(from, to)
    }
  }

  /// The arrow between two boxes, or those through the collection between them.
  private func path(_ from: String, _ to: String) -> [String] {
    let edges = (outgoing[from] ?? []).filter { $0.form != .weak && $0.form != .replaces }
    let direct = edges.filter { $0.to == to }
    guard direct.isEmpty else { return direct.map(\.id) }
    return edges.flatMap { edge in
      (outgoing[edge.to] ?? []).filter { $0.form == .element && $0.to == to }
        .flatMap { [edge.id, $0.id] }
    }
  }

  /// The frame of the plugin of a finding that is not about a binding.
  private func plugin(of finding: Diagnostic) -> [String] {
    guard let origin = finding.provenance?.origin else { return [] }
    return drawing.clusters.filter { cluster in
      cluster.plugin.map { drawing.plugins[$0].identifier == origin } ?? false
    }.map(\.id)
  }
}
