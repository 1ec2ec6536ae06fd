import CleanseSupport

extension CSignatureReader {
  /// The keywords of C99 (§6.4.1) that begin with a letter, and `bool`, which is reserved in practice.
  private static let keywords: Set = [
    "auto", "bool", "break", "case", "char", "const", "continue", "default", "do", "double", "else",
    "enum", "extern", "float", "for", "goto", "if", "inline", "int", "long", "register", "restrict",
    "return", "short", "signed", "sizeof", "static", "struct", "switch", "typedef", "union",
    "unsigned", "void", "volatile", "while",
  ]

  /// Reads the name of a function, a parameter or a field, if there is one.
  ///
  /// It may be the name of a type, such as `string`, because a type is one word. It can't be a C keyword,
  /// because no C function could have such a parameter.
  ///
  /// - Parameter isProvider: Whether it is the name of a provider, which `[]` may follow.
  mutating func readName(
    for role: CTypeRole = .parameter, isProvider: Bool = false
  ) throws(CSignatureError) -> CWord? {
    guard let word = try takeWord() else { return nil }
    try checkName(word)
    if current == UInt8(ascii: "["), !isProvider {
      if role == .field { throw arrayInStructure() }
      throw failure("write `[]` after the type, before the name")
    }
    return word
  }

  func checkName(_ word: CWord) throws(CSignatureError) {
    guard Self.keywords.contains(word.text) else { return }
    let hint =
      switch word.text {
      case "const": "; it comes before the type"
      case "char", "short", "int", "long", "double": "; a type is one word, such as `uint32`"
      default: ""
      }
    throw failure("`\(word.text)` is a C keyword and can't be a name\(hint)", at: word.offset)
  }

  /// Reads `@` and the name of a key, if present.
  mutating func readKeyName() throws(CSignatureError) -> String? {
    guard take("@") else { return nil }
    guard let first = current, first.isASCIILetter else {
      throw unexpected(instead: "a name that begins with a letter")
    }
    var last = position + 1
    while last < bytes.count, bytes[last].isKeyPart { last += 1 }
    let key = try take(upTo: last, "key")
    guard let next = current, next != UInt8(ascii: ","), next != UInt8(ascii: ")") else {
      return key.text
    }
    if position == end || next.isKeyPart { throw keyRefusal() }
    return key.text
  }

  private func keyRefusal() -> CSignatureError {
    if bytes[position...].starts(with: "throws".utf8) {
      return failure("write `throws` before the key, right after the parameters")
    }
    guard position == end else { return failure("a key is one word, without white space") }
    return unexpected(instead: "a letter, a digit, `_`, `.`, `-` or the end of the key")
  }
}
