/// Texts by the rules of Graphviz (graphviz.org/doc/info/lang.html, and attrType escString).
enum DotText {
  /// Lines as one string in quotes, which is centred text in a label and lines in a tooltip.
  static func quoted(_ lines: [String]) -> String {
    "\"" + lines.map(escaped).joined(separator: "\\n") + "\""
  }

  static func quoted(_ text: String) -> String { quoted([text]) }

  /// A backslash starts an escape sequence (`\N` would be the name of the node), and an ampersand an
  /// entity. Graphviz reads entities twice: in the text, and once more when it writes XML.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "&": result += "&amp;amp;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// Attributes in their order, as `[a="b", c="d"]`.
struct DotAttributes {
  private var items: [String] = []

  /// Adds an attribute of one line or several; nothing is left out.
  mutating func set(_ name: String, _ lines: [String]?) {
    guard let lines else { return }
    items.append("\(name)=\(DotText.quoted(lines))")
  }

  mutating func set(_ name: String, _ value: String?) {
    set(name, value.map { [$0] })
  }

  var list: String { "[" + items.joined(separator: ", ") + "]" }

  /// The same as statements of a subgraph.
  var statements: String { items.joined(separator: "; ") }
}
