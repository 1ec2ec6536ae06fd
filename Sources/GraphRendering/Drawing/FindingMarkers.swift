import CleanseGraph

/// Finds out which boxes, arrows and frames a finding is about.
struct FindingMarkers {
  /// Who declared something and where, by which a note tells a binding.
  private struct Origin: Hashable {
    let location: SourceLocation
    let provenance: Provenance
  }

  /// Codes whose notes tell, one by one, who is at fault.
  private static let sided: Set<Diagnostic.Code> = [
    .duplicateBinding, .dependencyCycle, .overrideConflict, .duplicateEntry,
  ]

  private let drawing: GraphDrawing
  private let draft: DrawingDraft
  private var bindings: [Origin: [Int]] = [:]
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
  /// - Parameter isOfGraph: Whether its subject is a place of this graph.
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
    var seen: Set<String> = []
    return places.filter { seen.insert($0).inserted }
  }

  /// What the finding itself says that it is about.
  private func subject(of finding: Diagnostic) -> [String] {
    switch finding.subject {
    case nil: return []
    case .component(let place):
      // Mostly nothing binds the root.
      return ["r\(place)", "c\(place)"].filter(ids.contains)
    case .binding(let place):
      return node(of: place)
    case .edge(let place, let request):
      let asking = node(of: place)
      let drawn = asking.flatMap { outgoing[$0] ?? [] }
        .filter { $0.request == request && $0.id.hasPrefix("e\(place)-") }
      guard let first = drawn.first else { return asking }
      guard first.to.hasPrefix("m") else { return drawn.map(\.id) + asking }
      // One finding for all who ask.
      return [first.to] + (incoming[first.to] ?? []).filter { $0.request != nil }.map(\.id)
    @unknown default: return []
    }
  }

  private func node(of place: Int) -> [String] {
    guard draft.nodesOfBindings.indices.contains(place) else { return [] }
    return draft.nodesOfBindings[place].map { [drawing.nodes[$0].id] } ?? []
  }

  /// The box of the only binding that has that origin.
  private func node(at location: SourceLocation?, _ provenance: Provenance?) -> String? {
    guard let location else { return nil }
    let origin = Origin(location: location, provenance: provenance ?? Provenance())
    guard let places = bindings[origin], places.count == 1 else { return nil }
    return node(of: places[0]).first
  }

  /// The arrows from each box of a ring to the next one, and from the last to the first.
  private func hops(_ ring: [String?]) -> [String] {
    zip(ring, ring.dropFirst() + ring.prefix(1)).flatMap { from, to -> [String] in
      guard let from, let to else { return [] }
      return way(from, to)
    }
  }

  /// The arrow between two boxes, or those through the collection between them.
  private func way(_ from: String, _ to: String) -> [String] {
    let edges = (outgoing[from] ?? []).filter { $0.form != .weak && $0.form != .replaces }
    let direct = edges.filter { $0.to == to }
    guard direct.isEmpty else { return direct.map(\.id) }
    return edges.flatMap { edge in
      (outgoing[edge.to] ?? []).filter { $0.form == .element && $0.to == to }
        .flatMap { [edge.id, $0.id] }
    }
  }

  /// Where to show what is about no binding.
  private func plugin(of finding: Diagnostic) -> [String] {
    guard let origin = finding.provenance?.origin else { return [] }
    return drawing.clusters.filter { cluster in
      cluster.plugin.map { drawing.plugins[$0].identifier == origin } ?? false
    }.map(\.id)
  }
}
