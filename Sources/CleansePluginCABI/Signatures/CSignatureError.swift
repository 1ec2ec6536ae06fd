/// The error of a declaration text that can't be parsed.
struct CSignatureError: Error, Hashable, Sendable {
  let message: String
  /// The text; of one that exceeds the limit, the part that was read.
  let text: [UInt8]
  /// The offset of the error in the text in bytes; at most the length of the text.
  let offset: Int

  /// The line of the error, with a caret below its column.
  var excerpt: String { TextExcerpt.of(text, at: offset) }
}

extension CSignatureError: CustomStringConvertible {
  var description: String { message + "\n" + excerpt }
}
