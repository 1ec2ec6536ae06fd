import CleanseSupport

extension CSignatureReader {
  /// Returns an error at an offset; by default at the next token, or, at the end of the text, right after the
  /// last token.
  func failure(_ message: String, at offset: Int? = nil) -> CSignatureError {
    CSignatureError(
      message: message, text: bytes, offset: offset ?? (position < bytes.count ? position : end))
  }

  /// Returns an error about the next token, or about the end of the text.
  func unexpected(instead expected: String, _ fix: String = "") -> CSignatureError {
    guard position < bytes.count else {
      return failure("expected \(expected), found the end of the \(subject)\(fix)")
    }
    return failure("expected \(expected), found \(token.quoted)\(fix)")
  }

  /// The next identifier, or the next character.
  private var token: String {
    let rest = bytes[position...]
    let length = max(1, rest.prefix(while: \.isIdentifierPart).count)
    return String(decoding: rest.prefix(length), as: UTF8.self)
  }

  func notASCII() -> CSignatureError {
    if let offset = UTF8Check.firstFault(in: bytes) {
      return failure("the \(subject) is not UTF-8", at: offset)
    }
    let offset = bytes.firstIndex(where: { $0 >= 0x80 }) ?? 0
    let scalar = String(decoding: bytes[offset...], as: UTF8.self).unicodeScalars.prefix(1)
    let shown = TextExcerpt.columns(of: Array(String(scalar).utf8)[...])
    return failure(
      "`\(String(String.UnicodeScalarView(shown)))` is not allowed: names and keys have only the letters A to Z and a to z",
      at: offset)
  }
}
