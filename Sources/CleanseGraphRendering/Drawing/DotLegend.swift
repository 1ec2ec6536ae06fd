/// The legend of a drawing: one sample of each kind of box and arrow that occurs in it.
struct DotLegend {
  private typealias Node = GraphDrawing.Node
  private typealias Edge = GraphDrawing.Edge

  let drawing: GraphDrawing

  init(of drawing: GraphDrawing) {
    self.drawing = drawing
  }

  /// The legend as a subgraph; empty for an empty drawing.
  var lines: [String] {
    let samples = nodes + plugins + edges
    guard !samples.isEmpty else { return [] }
    return [
      "  subgraph cluster_legend {",
      "    id=\"legend\"; label=\"Legend\"; tooltip=\"Legend\"; style=\"rounded\"; "
        + "color=\"\(Palette.faint)\"",
    ] + samples.map { "    \($0)" } + ["  }"]
  }

  private var nodes: [String] {
    let kinds = Set(drawing.nodes.map(\.kind))
    var samples = Node.Kind.allCases.filter(kinds.contains).map { kind in
      Node(sample: kind, kind.explanation)
    }
    /// Adds a sample for a property that a box of any kind can have, where one has it.
    func add(_ text: String, where isOne: (Node) -> Bool, _ make: (inout Node) -> Void) {
      guard drawing.nodes.contains(where: isOne) else { return }
      var sample = Node(sample: .single, text)
      make(&sample)
      samples.append(sample)
    }
    add("root", where: \.isRoot) { $0.isRoot = true }
    add("shared instance", where: { $0.scope != nil }) { $0.scope = "" }
    add("constant value", where: \.isValue) { $0.isValue = true }
    add("replaced", where: \.isReplaced) { $0.isReplaced = true }
    return samples.enumerated().map { index, sample in statement(of: sample, "l\(index)") }
  }

  /// The colours of the plugins, where frames stand for components.
  private var plugins: [String] {
    guard drawing.grouping != .plugin else { return [] }
    return Set(drawing.nodes.compactMap(\.plugin)).sorted().map { plugin in
      let sample = Node(sample: .single, drawing.plugins[plugin].name, plugin: plugin)
      return statement(of: sample, "lp\(plugin)")
    }
  }

  private var edges: [String] {
    let forms = Set(drawing.edges.map(\.form))
    return Edge.Form.allCases.filter(forms.contains).flatMap { form in
      var line = DotStyle.attributes(of: form)
      line.set("weight", "100")
      let (from, to) = ("la-\(form.rawValue)", "lz-\(form.rawValue)")
      return [
        "\"\(from)\" [shape=\"point\", width=\"0.06\", tooltip=\"\"]",
        "\"\(to)\" [shape=\"plaintext\", label=\"\(form.explanation)\", tooltip=\"\"]",
        "\"\(from)\" -> \"\(to)\" \(line.list)",
      ]
    }
  }

  private func statement(of sample: Node, _ id: String) -> String {
    var attributes = DotStyle.attributes(of: sample)
    attributes.set("label", sample.lines.map(DrawingText.line))
    attributes.set("tooltip", sample.lines.map(DrawingText.whole))
    return "\"\(id)\" \(attributes.list)"
  }
}

extension GraphDrawing.Node {
  fileprivate init(sample kind: Kind, _ text: String, plugin: Int? = nil) {
    self.init(
      id: "", kind: kind, plugin: plugin, component: nil, key: nil, lines: [text], details: [])
  }
}

extension GraphDrawing.Node.Kind {
  /// The label of the kind in the legend.
  var explanation: String {
    switch self {
    case .single: "binding"
    case .decorator: "decorator"
    case .contribution: "contribution"
    case .collection: "collection"
    case .optional: "optional without a value"
    case .seed: "seed"
    case .subcomponent: "subcomponent"
    case .missing: "missing binding"
    case .rejected: "rejected plugin"
    }
  }
}

extension GraphDrawing.Edge.Form {
  /// The label of the form in the legend.
  var explanation: String {
    switch self {
    case .instance: "depends on"
    case .provider: "depends on a provider of"
    case .optional: "depends on, if bound"
    case .weak: "depends weakly on"
    case .element: "contains"
    case .builds: "builds"
    case .replaces: "replaces"
    case .lost: "would bind"
    }
  }
}
