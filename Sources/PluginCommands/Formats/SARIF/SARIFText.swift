/// Writes any text so that no reader of a log takes a part of it for something else.
enum SARIFText {
  /// A text outside of links: no part of it is a placeholder (3.11.5) or a link (3.11.6).
  static func literal(_ text: String) -> String {
    // A bracket stays as it is, as it does in the name of an array, unless it could end a link's text.
    doublingBraces(text).split(separator: "](", omittingEmptySubsequences: false)
      .joined(separator: #"\]("#)
  }

  /// The text of a link, in which brackets are escaped (3.11.6).
  static func link(_ text: String) -> String {
    doublingBraces(text).map { character in
      #"[]\"#.contains(character) ? "\\\(character)" : String(character)
    }.joined()
  }

  /// Text in Markdown, in which links are as they are meant.
  static func markdown(_ text: String) -> String { doublingBraces(text) }

  private static func doublingBraces(_ text: String) -> String {
    text.map { "{}".contains($0) ? "\($0)\($0)" : String($0) }.joined()
  }
}
