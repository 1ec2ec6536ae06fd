/// Attributes of Graphviz in their order.
struct DotAttributes {
  private var items: [String] = []

  /// Adds an attribute, with lines below each other; without a value, it is left out.
  mutating func set(_ name: String, _ lines: [String]?) {
    guard let lines else { return }
    let value = name == "tooltip" ? DotText.quotedTooltip(lines) : DotText.quoted(lines)
    items.append("\(name)=\(value)")
  }

  /// Adds an attribute of one line.
  mutating func set(_ name: String, _ value: String?) {
    set(name, value.map { [$0] })
  }

  /// The attributes as they stand behind a node or an edge.
  var list: String { "[" + items.joined(separator: ", ") + "]" }

  /// The same as statements of a subgraph.
  var statements: String { items.joined(separator: "; ") }
}
