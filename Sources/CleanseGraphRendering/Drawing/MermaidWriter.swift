import CleanseGraph

/// Writes a drawing as a Mermaid flowchart, which many sites render inside Markdown.
///
/// Mermaid has no tooltips for text, so the flowchart does not contain the rest of a shortened name.
package struct MermaidWriter {
  let drawing: GraphDrawing

  package init(_ drawing: GraphDrawing) {
    self.drawing = drawing
  }

  /// The whole text, with a final newline.
  package var text: String {
    var lines = drawing.part.map { ["---", "title: \(Self.title($0))", "---"] } ?? []
    lines.append("flowchart LR")
    let inner = Dictionary(grouping: drawing.nodes) { $0.cluster ?? "" }
    let frames = Dictionary(grouping: drawing.clusters) { $0.parent ?? "" }
    for cluster in frames[""] ?? [] { lines += frame(cluster, inner, frames, "  ") }
    lines += (inner[""] ?? []).map { "  \(statement(of: $0))" }
    lines += drawing.edges.map { edge in
      "  \(Self.name(edge.from)) \(edge.form.arrow) \(Self.name(edge.to))"
    }
    return (lines + classes + marks).joined(separator: "\n") + "\n"
  }

  /// The title as a YAML string in double quotes, which follows the rules of JSON.
  private static func title(_ text: String) -> String {
    "\"" + DrawingText.title(text).map { "\"\\".contains($0) ? "\\\($0)" : String($0) }.joined()
      + "\""
  }

  /// The id without hyphens, as Mermaid could read one as the start of an arrow.
  private static func name(_ id: String) -> String {
    id.replacing("-", with: "_")
  }

  private func frame(
    _ cluster: GraphDrawing.Cluster, _ inner: [String: [GraphDrawing.Node]],
    _ frames: [String: [GraphDrawing.Cluster]], _ indent: String
  ) -> [String] {
    let title = MermaidText.quoted([DrawingText.line(cluster.title)])
    return ["\(indent)subgraph \(cluster.id)[\(title)]"]
      + (inner[cluster.id] ?? []).map { "\(indent)  \(statement(of: $0))" }
      + (frames[cluster.id] ?? []).flatMap { frame($0, inner, frames, indent + "  ") }
      + ["\(indent)end"]
  }

  private func statement(of node: GraphDrawing.Node) -> String {
    let (left, right) = brackets(of: node)
    let label = MermaidText.quoted(node.lines.map(DrawingText.line))
    return "\(Self.name(node.id))\(left)\(label)\(right)"
  }

  private func brackets(of node: GraphDrawing.Node) -> (left: String, right: String) {
    switch node.kind {
    case .single: node.isValue ? ("[", "]") : ("(", ")")
    case .decorator: ("[/", "/]")
    case .contribution: (">", "]")
    case .collection: ("[(", ")]")
    case .optional: ("([", "])")
    case .seed: ("[/", "\\]")
    case .subcomponent: ("[[", "]]")
    case .missing: ("{{", "}}")
    case .rejected: ("[", "]")
    }
  }

  /// The style classes, each with its boxes. Later classes take precedence.
  private var classes: [String] {
    var members: [(name: String, style: String, nodes: [GraphDrawing.Node])] = []
    let owned = Dictionary(grouping: drawing.nodes, by: \.plugin)
    for number in drawing.plugins.indices {
      let palette = Palette.ofPlugin(number)
      members.append(
        (
          "plugin\(number)", "fill:\(palette.fill),stroke:\(palette.border),color:#000000",
          owned[number] ?? []
        ))
    }
    members += [
      ("shared", "stroke-width:3px", drawing.nodes.filter { $0.scope != nil }),
      ("root", "stroke-width:4px", drawing.nodes.filter(\.isRoot)),
      (
        "replaced",
        "fill:#FFFFFF,stroke:\(Palette.faint),stroke-dasharray:4,color:\(Palette.faint)",
        drawing.nodes.filter(\.isReplaced)
      ),
      (
        "absent", "fill:#FFFFFF,stroke:\(Palette.error),stroke-dasharray:4,color:#000000",
        drawing.nodes.filter(\.isAbsent)
      ),
      (
        "warning", "stroke:\(Palette.warning),stroke-width:3px",
        drawing.nodes.filter { $0.severity == .warning }
      ),
      (
        "error", "stroke:\(Palette.error),stroke-width:3px",
        drawing.nodes.filter { $0.severity == .error }
      ),
    ]
    return members.filter { !$0.nodes.isEmpty }.flatMap { name, style, nodes in
      [
        "  classDef \(name) \(style)",
        "  class \(nodes.map { Self.name($0.id) }.joined(separator: ",")) \(name)",
      ]
    }
  }

  /// The styles of the arrows with findings, which Mermaid identifies by index.
  private var marks: [String] {
    [(Diagnostic.Severity.warning, Palette.warning), (.error, Palette.error)].compactMap {
      severity, color in
      let indices = drawing.edges.indices.filter { drawing.edges[$0].severity == severity }
      guard !indices.isEmpty else { return nil }
      let list = indices.map(String.init).joined(separator: ",")
      return "  linkStyle \(list) stroke:\(color),stroke-width:3px"
    }
  }
}

extension GraphDrawing.Edge.Form {
  /// The arrow in Mermaid, with a word where it has no style of its own.
  fileprivate var arrow: String {
    switch self {
    case .instance: "-->"
    case .provider: "-. provider .->"
    case .optional: "-- optional --o"
    case .weak: "-. weak .->"
    case .element: "---"
    case .builds: "==>"
    case .replaces: "-. replaces .-x"
    case .lost: "-. would bind .-x"
    }
  }
}
