/// Attributes in the DOT language, in the order in which they were set.
struct DotAttributes {
  private var items: [String] = []

  /// Adds an attribute of several lines; nil adds nothing.
  mutating func set(_ name: String, _ lines: [String]?) {
    guard let lines else { return }
    let value = name == "tooltip" ? DotText.quotedTooltip(lines) : DotText.quoted(lines)
    items.append("\(name)=\(value)")
  }

  /// Adds an attribute of one line; nil adds nothing.
  mutating func set(_ name: String, _ value: String?) {
    set(name, value.map { [$0] })
  }

  /// The attribute list of a node or an edge.
  var list: String { "[" + items.joined(separator: ", ") + "]" }

  /// The attributes as statements of a subgraph.
  var statements: String { items.joined(separator: "; ") }
}
