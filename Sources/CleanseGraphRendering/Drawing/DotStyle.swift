import CleanseGraph

/// The style of boxes and arrows in Graphviz's attributes. Shapes and line styles differ as well as colours, for
/// readers who do not see these.
enum DotStyle {
  static func attributes(of node: GraphDrawing.Node) -> DotAttributes {
    var attributes = DotAttributes()
    let palette = Palette.ofPlugin(node.plugin)
    let border = node.severity.flatMap(color) ?? (node.isAbsent ? Palette.error : palette.border)
    attributes.set("shape", shape(of: node.kind))
    attributes.set(
      "style",
      node.isReplaced || node.isAbsent || node.kind == .optional ? "filled,dashed" : style(node))
    attributes.set("fillcolor", node.isAbsent || node.isReplaced ? "#FFFFFF" : palette.fill)
    attributes.set("color", node.isReplaced && node.severity == nil ? Palette.faint : border)
    attributes.set("fontcolor", node.isReplaced ? Palette.faint : nil)
    // A second outline marks an instance that all dependents share.
    attributes.set("peripheries", node.scope == nil ? nil : "2")
    let isMarked = node.severity.flatMap(color) != nil
    attributes.set("penwidth", isMarked ? "2.5" : node.isRoot ? "3" : nil)
    return attributes
  }

  private static func style(_ node: GraphDrawing.Node) -> String {
    node.isValue ? "filled" : "filled,rounded"
  }

  private static func shape(of kind: GraphDrawing.Node.Kind) -> String {
    switch kind {
    case .single: "box"
    case .decorator: "box3d"
    case .contribution: "note"
    case .collection: "folder"
    case .optional: "ellipse"
    case .seed: "invhouse"
    case .subcomponent: "component"
    case .missing: "octagon"
    case .rejected: "box"
    }
  }

  static func attributes(of edge: GraphDrawing.Edge) -> DotAttributes {
    attributes(of: edge.form, severity: edge.severity)
  }

  static func attributes(
    of form: GraphDrawing.Edge.Form, severity: Diagnostic.Severity? = nil
  ) -> DotAttributes {
    var attributes = DotAttributes()
    let look: (style: String?, head: String, color: String?) =
      switch form {
      case .instance: (nil, "normal", nil)
      case .provider: ("dashed", "vee", nil)
      case .optional: (nil, "odiamond", nil)
      case .weak: ("dotted", "onormal", nil)
      case .element: (nil, "none", Palette.faint)
      case .builds: ("bold", "normalnormal", nil)
      case .replaces: ("dashed", "tee", Palette.faint)
      case .lost: ("dotted", "tee", Palette.error)
      }
    let mark = severity.flatMap(color)
    attributes.set("style", look.style)
    attributes.set("arrowhead", look.head)
    attributes.set("color", mark ?? look.color)
    attributes.set("penwidth", mark == nil ? nil : "2")
    return attributes
  }

  private static func color(_ severity: Diagnostic.Severity) -> String? {
    switch severity {
    case .error: Palette.error
    case .warning: Palette.warning
    case .note: nil
    }
  }
}
