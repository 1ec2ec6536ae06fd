/// Texts by the rules of Mermaid (mermaid.js.org/syntax/flowchart.html, "Entity codes to escape
/// characters").
enum MermaidText {
  /// Lines as one text in quotes, centred below each other.
  ///
  /// Quotes protect little: Mermaid looks for directives and comments before it looks for quotes, and
  /// takes the text for HTML. So all of ASCII that is not known to be harmless is written as a code.
  static func quoted(_ lines: [String]) -> String {
    "\"" + lines.map(escaped).joined(separator: "<br/>") + "\""
  }

  private static let harmless = Set(" ,.-_/()[]?*=@".unicodeScalars)

  private static func escaped(_ text: String) -> String {
    var result = ""
    // What begins like a list in Markdown is taken for one: `1.`, `-` and `*`.
    var isNumber = true
    for (place, scalar) in text.unicodeScalars.enumerated() {
      let isWord = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      let isList = scalar == "." ? isNumber : place == 0 && (scalar == "-" || scalar == "*")
      isNumber = isNumber && ("0"..."9").contains(scalar)
      if !scalar.isASCII || isWord || harmless.contains(scalar) && !isList {
        result.unicodeScalars.append(scalar)
      } else {
        result += "#\(scalar.value);"
      }
    }
    return result
  }
}
