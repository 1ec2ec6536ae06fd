import CleanseGraph

/// Writes a drawing in the DOT language of Graphviz.
package struct DotWriter {
  let drawing: GraphDrawing
  /// Whether to write a legend.
  let hasLegend: Bool

  /// Drawings with more boxes are laid out faster, with less optimisation.
  private static let large = 500

  package init(_ drawing: GraphDrawing, hasLegend: Bool = true) {
    self.drawing = drawing
    self.hasLegend = hasLegend
  }

  /// The whole text, with a final newline.
  package var text: String {
    var lines = ["digraph bindings {"] + head
    let inner = Dictionary(grouping: drawing.nodes) { $0.cluster ?? "" }
    let frames = Dictionary(grouping: drawing.clusters) { $0.parent ?? "" }
    for cluster in frames[""] ?? [] { lines += frame(cluster, inner, frames, "  ") }
    lines += (inner[""] ?? []).map { "  \(statement(of: $0))" }
    lines += drawing.edges.map { "  \(statement(of: $0))" }
    if hasLegend { lines += DotLegend(of: drawing).lines }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  private var head: [String] {
    var graph = DotAttributes()
    for (name, value) in [
      ("id", "graph"), ("rankdir", "LR"), ("ranksep", "0.7"), ("nodesep", "0.2"),
      ("fontname", "Helvetica"), ("fontsize", "13"), ("labelloc", "t"),
    ] {
      graph.set(name, value)
    }
    graph.set("tooltip", "bindings")
    if drawing.nodes.count > Self.large {
      // Fewer iterations look about as good and take a fraction of the time.
      graph.set("mclimit", "0.2")
      graph.set("nslimit", "1")
    }
    graph.set("label", drawing.part.map(DrawingText.title))
    var node = DotAttributes()
    for (name, value) in [
      ("fontname", "Helvetica"), ("fontsize", "11"), ("margin", "0.14,0.07"), ("height", "0.3"),
    ] {
      node.set(name, value)
    }
    var edge = DotAttributes()
    for (name, value) in [("color", "#404040"), ("arrowsize", "0.7")] { edge.set(name, value) }
    return ["  graph \(graph.list)", "  node \(node.list)", "  edge \(edge.list)"]
  }

  private func frame(
    _ cluster: GraphDrawing.Cluster, _ inner: [String: [GraphDrawing.Node]],
    _ frames: [String: [GraphDrawing.Cluster]], _ indent: String
  ) -> [String] {
    var attributes = DotAttributes()
    attributes.set("id", cluster.id)
    attributes.set("class", cluster.plugin.map { "plugin\($0)" })
    attributes.set("label", DrawingText.line(cluster.title))
    attributes.set("tooltip", ([cluster.title] + cluster.details).map(DrawingText.whole))
    attributes.set("style", "rounded,filled")
    attributes.set("fillcolor", "#FAFAFA")
    attributes.set("color", Palette.ofPlugin(cluster.plugin).border)
    return ["\(indent)subgraph cluster_\(cluster.id) {", "\(indent)  \(attributes.statements)"]
      + (inner[cluster.id] ?? []).map { "\(indent)  \(statement(of: $0))" }
      + (frames[cluster.id] ?? []).flatMap { frame($0, inner, frames, indent + "  ") }
      + ["\(indent)}"]
  }

  private func statement(of node: GraphDrawing.Node) -> String {
    var attributes = DotStyle.attributes(of: node)
    attributes.set("id", node.id)
    attributes.set("class", node.classes.joined(separator: " "))
    attributes.set("label", node.lines.map(DrawingText.line))
    attributes.set("tooltip", node.details.map(DrawingText.whole))
    return "\"\(node.id)\" \(attributes.list)"
  }

  private func statement(of edge: GraphDrawing.Edge) -> String {
    var attributes = DotStyle.attributes(of: edge)
    attributes.set("id", edge.id)
    attributes.set("class", edge.classes.joined(separator: " "))
    attributes.set("tooltip", edge.details.map(DrawingText.whole))
    return "\"\(edge.from)\" -> \"\(edge.to)\" \(attributes.list)"
  }
}

extension GraphDrawing.Node {
  /// The classes for style sheets and scripts.
  var classes: [String] {
    [kind.rawValue] + (plugin.map { ["plugin\($0)"] } ?? []) + (isRoot ? ["root"] : [])
      + (scope == nil ? [] : ["shared"]) + (isValue ? ["value"] : [])
      + (isReplaced ? ["replaced"] : []) + (severity.map { [$0.rawValue] } ?? [])
  }
}

extension GraphDrawing.Edge {
  /// The classes for style sheets and scripts.
  var classes: [String] { [form.rawValue] + (severity.map { [$0.rawValue] } ?? []) }
}
