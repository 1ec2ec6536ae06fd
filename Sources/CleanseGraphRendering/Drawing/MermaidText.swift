/// Texts escaped by the rules of Mermaid (mermaid.js.org/syntax/flowchart.html, "Entity codes to escape
/// characters").
enum MermaidText {
  /// Lines as one quoted text.
  ///
  /// Quotes protect little: Mermaid looks for directives and comments before it looks for quotes, and
  /// renders the text as HTML. So each ASCII character that is not known to be harmless is written as an entity code.
  static func quoted(_ lines: [String]) -> String {
    "\"" + lines.map(escaped).joined(separator: "<br/>") + "\""
  }

  private static let harmless = Set(" ,.-_/()[]?*=@".unicodeScalars)

  private static func escaped(_ text: String) -> String {
    var result = ""
    // Mermaid renders a text that begins like a Markdown list as one: `1.`, `-` and `*`.
    var isNumber = true
    for (index, scalar) in text.unicodeScalars.enumerated() {
      let isWord = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      let isList = scalar == "." ? isNumber : index == 0 && (scalar == "-" || scalar == "*")
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
