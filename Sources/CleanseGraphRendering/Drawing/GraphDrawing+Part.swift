package import CleanseGraph

extension GraphDrawing {
  /// The part of the drawing within `depth` requests of a key, towards its dependents and its dependencies.
  package func around(_ key: Key, depth: Int) -> GraphDrawing {
    let start = nodes.indices.filter { nodes[$0].key == key }
    let kept = reached(from: start, within: depth, upwards: true)
      .union(reached(from: start, within: depth, upwards: false))
    return keeping(kept, "within \(Self.counted(depth)) of \(key)")
  }

  /// The part of the drawing that the root of the application reaches within `depth` requests.
  package func fromRoot(depth: Int) -> GraphDrawing {
    let roots = nodes.indices.filter { nodes[$0].isRoot && nodes[$0].component == .root }
    return keeping(
      reached(from: roots, within: depth, upwards: false),
      "within \(Self.counted(depth)) of the root")
  }

  private static func counted(_ depth: Int) -> String {
    "\(depth) request\(depth == 1 ? "" : "s")"
  }

  /// The boxes that can be reached along the arrows, or against them. Only requests add to the distance; arrows that
  /// do not are followed first (0-1 breadth-first search).
  private func reached(from start: [Int], within depth: Int, upwards: Bool) -> Set<Int> {
    let indices = Dictionary(uniqueKeysWithValues: nodes.indices.map { (nodes[$0].id, $0) })
    let next = Dictionary(grouping: edges) { upwards ? $0.to : $0.from }
    var distances = Dictionary(uniqueKeysWithValues: start.map { ($0, 0) })
    var layer = start
    var distance = 0
    while !layer.isEmpty {
      var nextLayer: [Int] = []
      while let node = layer.popLast() {
        guard distances[node] == distance else { continue }
        for edge in next[nodes[node].id] ?? [] {
          guard let other = indices[upwards ? edge.from : edge.to] else { continue }
          let reached = distance + (edge.form.isRequest ? 1 : 0)
          guard reached <= depth, distances[other].map({ reached < $0 }) ?? true else { continue }
          distances[other] = reached
          if reached == distance { layer.append(other) } else { nextLayer.append(other) }
        }
      }
      layer = nextLayer
      distance += 1
    }
    return Set(distances.keys)
  }

  private func keeping(_ kept: Set<Int>, _ part: String) -> GraphDrawing {
    var drawing = self
    drawing.nodes = nodes.indices.filter(kept.contains).map { nodes[$0] }
    let ids = Set(drawing.nodes.map(\.id))
    drawing.edges = edges.filter { ids.contains($0.from) && ids.contains($0.to) }
    var frames = Set(drawing.nodes.compactMap(\.cluster))
    for cluster in clusters.reversed() where frames.contains(cluster.id) {
      frames.formUnion([cluster.parent].compactMap { $0 })
    }
    drawing.clusters = clusters.filter { frames.contains($0.id) }
    let drawn = ids.union(drawing.edges.map(\.id)).union(frames)
    for finding in drawing.findings.indices {
      drawing.findings[finding].places.removeAll { !drawn.contains($0) }
    }
    drawing.part = "\(drawing.nodes.count) of \(nodes.count), \(part)"
    return drawing
  }
}

extension GraphDrawing.Edge.Form {
  /// Whether the arrow adds to the distance from a box.
  var isRequest: Bool {
    switch self {
    case .instance, .provider, .optional, .weak, .builds: true
    case .element, .replaces, .lost: false
    }
  }
}
