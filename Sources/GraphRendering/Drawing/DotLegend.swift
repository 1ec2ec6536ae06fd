/// Explains the shapes and the lines that occur in a drawing, by one box or arrow of each kind.
struct DotLegend {
  private typealias Node = GraphDrawing.Node
  private typealias Edge = GraphDrawing.Edge

  let drawing: GraphDrawing

  init(of drawing: GraphDrawing) {
    self.drawing = drawing
  }

  /// The legend as a subgraph; none where there is nothing to explain.
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
    /// Adds what a box can be beside its kind, where one is.
    func add(_ text: String, where isOne: (Node) -> Bool, _ make: (inout Node) -> Void) {
      guard drawing.nodes.contains(where: isOne) else { return }
      var sample = Node(sample: .single, text)
      make(&sample)
      samples.append(sample)
    }
    add("root", where: \.isRoot) { $0.isRoot = true }
    add("shared: one instance", where: { $0.scope != nil }) { $0.scope = "" }
    add("one value for all time", where: \.isValue) { $0.isValue = true }
    add("replaced", where: \.isReplaced) { $0.isReplaced = true }
    return samples.enumerated().map { place, sample in statement(of: sample, "l\(place)") }
  }

  /// The colours, where no frames tell whose a box is.
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
  /// The kind in a few words.
  var explanation: String {
    switch self {
    case .single: "binding"
    case .contribution: "contribution"
    case .collection: "collection"
    case .optional: "optional without a value"
    case .seed: "seed"
    case .subcomponent: "inner component"
    case .missing: "missing"
    case .rejected: "rejected plugin"
    }
  }
}

extension GraphDrawing.Edge.Form {
  /// The form in a few words.
  var explanation: String {
    switch self {
    case .instance: "asks for"
    case .provider: "asks for a provider of"
    case .optional: "asks for, if there is one"
    case .weak: "asks weakly for"
    case .element: "contains"
    case .builds: "builds"
    case .replaces: "replaces"
    case .lost: "would bind"
    }
  }
}
