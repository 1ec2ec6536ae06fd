/// Escapes text so that readers of a log show it unchanged.
enum SARIFText {
  /// Escapes a text outside of links, so that no part is a placeholder (3.11.5) or a link (3.11.6).
  static func literal(_ text: String) -> String {
    // Brackets, as in array types, stay as they are unless they could end the text of a link.
    doublingBraces(text).split(separator: "](", omittingEmptySubsequences: false)
      .joined(separator: #"\]("#)
  }

  /// Escapes the text of a link, including brackets (3.11.6).
  static func link(_ text: String) -> String {
    doublingBraces(text).map { character in
      #"[]\"#.contains(character) ? "\\\(character)" : String(character)
    }.joined()
  }

  /// Escapes Markdown text, in which links are intended.
  static func markdown(_ text: String) -> String { doublingBraces(text) }

  private static func doublingBraces(_ text: String) -> String {
    text.map { "{}".contains($0) ? "\($0)\($0)" : String($0) }.joined()
  }
}
