import CleanseGraph

extension GraphDrawing {
  /// Marks the boxes and arrows that each finding is about.
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
      for id in finding.places {
        if let box = boxes[id] {
          nodes[box].add(number, finding.diagnostic)
        } else if let arrow = arrows[id] {
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
    // The box of a rejected plugin already shows the first error.
    guard kind != .rejected else { return }
    // In words, for readers who do not see the colours.
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
  /// The finding on one line.
  fileprivate var line: String { "\(severity.rawValue): \(message) [\(code.rawValue)]" }
}
