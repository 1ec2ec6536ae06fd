/// Texts escaped by the rules of Graphviz (graphviz.org/doc/info/lang.html, and attrType escString).
enum DotText {
  /// Lines as one quoted string: centred text in a label.
  static func quoted(_ lines: [String]) -> String {
    quoted(lines, backslash: "\\\\")
  }

  /// Lines as one quoted string for a tooltip, in which Graphviz resolves escape sequences twice.
  static func quotedTooltip(_ lines: [String]) -> String {
    quoted(lines, backslash: "\\\\\\\\")
  }

  /// The most bytes in one string: Graphviz rejects strings of more than 16,384 bytes, but concatenates shorter ones.
  private static let longest = 8192

  /// A backslash starts an escape sequence (`\N` would be the name of the node), and an ampersand an
  /// entity.
  private static func quoted(_ lines: [String], backslash: String) -> String {
    var result = "\""
    var length = 0
    func add(_ text: String) {
      length += text.utf8.count
      if length > longest {
        result += "\" + \""
        length = text.utf8.count
      }
      result += text
    }
    for (number, line) in lines.enumerated() {
      if number > 0 { add("\\n") }
      for scalar in line.unicodeScalars {
        switch scalar {
        case "\"": add("\\\"")
        case "\\": add(backslash)
        case "&": add("&amp;")
        default: add(String(scalar))
        }
      }
    }
    return result + "\""
  }
}
