/// An element of an XML document (XML 1.0, fifth edition).
struct MarkupElement {
  let name: String
  /// The attributes, in the order in which they are written.
  var attributes: [(name: String, value: String)] = []
  var children: [MarkupElement] = []
  /// The text content; nil for an element with children.
  var text: String?

  /// The document with this element at its root.
  var document: String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + lines(indented: "").joined(separator: "\n")
      + "\n"
  }

  private func lines(indented margin: String) -> [String] {
    let attributes = attributes.map { " \($0.name)=\"\(Self.escaped(attribute: $0.value))\"" }
      .joined()
    let start = "\(margin)<\(name)\(attributes)"
    if let text { return ["\(start)>\(Self.escaped(text))</\(name)>"] }
    guard !children.isEmpty else { return ["\(start)/>"] }
    return ["\(start)>"] + children.flatMap { $0.lines(indented: margin + "  ") }
      + ["\(margin)</\(name)>"]
  }

  /// Escapes markup as references (2.4) and replaces characters that are not allowed (2.2). A carriage
  /// return is escaped because parsers read it as a newline (2.11).
  static func escaped(_ text: String) -> String {
    replacing(markup.merging(["\r": "&#13;"]) { $1 }, in: text)
  }

  /// Escapes the value of an attribute, in which parsers also read tabs and newlines as spaces (3.3.3).
  static func escaped(attribute text: String) -> String {
    let spaces: [Unicode.Scalar: String] = ["\t": "&#9;", "\n": "&#10;", "\r": "&#13;"]
    return replacing(markup.merging(spaces) { $1 }, in: text)
  }

  private static let markup: [Unicode.Scalar: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;",
  ]

  private static func replacing(_ references: [Unicode.Scalar: String], in text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let reference = references[scalar] {
        result.append(contentsOf: reference.unicodeScalars)
      } else {
        result.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return String(result)
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t", "\n", "\r": true
    case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": false
    default: true
    }
  }
}
