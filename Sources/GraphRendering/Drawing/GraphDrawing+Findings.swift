import CleanseGraph

extension GraphDrawing {
  /// Finds out where each finding is drawn, and tells it there.
  mutating func mark(
    _ graph: BindingGraph, _ draft: DrawingDraft, ofGraph: Set<Diagnostic>,
    _ rejections: [Rejection]
  ) {
    let places = FindingMarkers(of: self, graph: graph, draft: draft, rejections)
    for number in findings.indices {
      let finding = findings[number].diagnostic
      findings[number].places = places.all(of: finding, isOfGraph: ofGraph.contains(finding))
    }
    let boxes = Dictionary(uniqueKeysWithValues: nodes.indices.map { (nodes[$0].id, $0) })
    let arrows = Dictionary(edges.indices.map { (edges[$0].id, $0) }) { first, _ in first }
    for (number, finding) in findings.enumerated() {
      for place in finding.places {
        if let box = boxes[place] {
          nodes[box].add(number, finding.diagnostic)
        } else if let arrow = arrows[place] {
          edges[arrow].add(number, finding.diagnostic)
        }
      }
    }
  }
}

extension GraphDrawing.Node {
  fileprivate mutating func add(_ number: Int, _ finding: Diagnostic) {
    findings.append(number)
    severity = max(severity ?? finding.severity, finding.severity)
    details.append(finding.line)
    // It tells its first error itself.
    guard kind != .rejected else { return }
    // By its words, as not everybody tells colours apart.
    let line =
      "\(finding.severity.rawValue): \(DrawingDraft.name(of: finding.code.rawValue))"
    if !lines.contains(line) { lines.append(line) }
  }
}

extension GraphDrawing.Edge {
  fileprivate mutating func add(_ number: Int, _ finding: Diagnostic) {
    findings.append(number)
    severity = max(severity ?? finding.severity, finding.severity)
    details.append(finding.line)
  }
}

extension Diagnostic {
  /// The finding in one line.
  fileprivate var line: String { "\(severity.rawValue): \(message) [\(code.rawValue)]" }
}
