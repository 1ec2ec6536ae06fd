import CleanseSupport

extension CSignatureReader {
  /// An error at a place; without one, where the reader is. At the end of the text that is right
  /// behind the last token.
  func failure(_ message: String, at place: Int? = nil) -> CSignatureError {
    CSignatureError(
      message: message, text: bytes, place: place ?? (position < bytes.count ? position : end))
  }

  /// An error about the next token, or about the lack of one.
  func unexpected(instead expected: String, _ fix: String = "") -> CSignatureError {
    guard position < bytes.count else {
      return failure("the \(subject) ends where \(expected) is expected\(fix)")
    }
    return failure("\(token.quoted) stands where \(expected) is expected\(fix)")
  }

  /// The next token, or its first character.
  private var token: String {
    let rest = bytes[position...]
    let length = max(1, rest.prefix(while: \.isIdentifierPart).count)
    return String(decoding: rest.prefix(length), as: UTF8.self)
  }

  func notASCII() -> CSignatureError {
    if let place = UTF8Check.firstFault(in: bytes) {
      return failure("the \(subject) is not UTF-8", at: place)
    }
    let place = bytes.firstIndex(where: { $0 >= 0x80 }) ?? 0
    let scalar = String(decoding: bytes[place...], as: UTF8.self).unicodeScalars.prefix(1)
    let shown = TextExcerpt.columns(of: Array(String(scalar).utf8)[...])
    return failure(
      "`\(String(String.UnicodeScalarView(shown)))` can't be used: names and keys have the letters A to Z and a to z only",
      at: place)
  }
}
