/// Why a text that a plugin in C registers can't be read.
struct CSignatureError: Error, Hashable, Sendable {
  let message: String
  /// The text as it came; of one that is too long, the part that was looked at.
  let text: [UInt8]
  /// Where in the text, counted in bytes; its end is a place, too.
  let place: Int

  /// The line of the text and, below, a caret that tells the place.
  var excerpt: String { TextExcerpt.of(text, at: place) }
}

extension CSignatureError: CustomStringConvertible {
  var description: String { message + "\n" + excerpt }
}
