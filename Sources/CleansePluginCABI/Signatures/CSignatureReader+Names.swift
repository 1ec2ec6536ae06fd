import CleanseSupport

extension CSignatureReader {
  /// The keywords of C99 (§6.4.1) that begin with a letter, and `bool`, which is reserved in practice.
  ///
  /// The values are hints for who uses one as a name.
  private static let keywords: CWordTable<String> = {
    let others = [
      "auto", "bool", "break", "case", "continue", "default", "do", "else", "enum", "extern",
      "float", "for", "goto", "if", "inline", "register", "restrict", "return", "signed", "sizeof",
      "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while",
    ]
    let parts = ["char", "short", "int", "long", "double"]
    let hints =
      [("const", "; it comes before the type")] + others.map { ($0, "") }
      + parts.map { ($0, "; a type is one word, such as `uint32`") }
    return CWordTable(Dictionary(uniqueKeysWithValues: hints))
  }()

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
    guard let hint = Self.keywords[word] else { return }
    throw failure("`\(text(word))` is a C keyword and can't be a name\(hint)", at: word.offset)
  }

  /// Reads `@` and the name of a key, if present.
  mutating func readKeyName() throws(CSignatureError) -> String? {
    guard take("@") else { return nil }
    guard let first = current, first.isASCIILetter else {
      throw unexpected(instead: "a name that begins with a letter")
    }
    let key = try take("key", while: \.isKeyPart)
    guard let next = current, next != UInt8(ascii: ","), next != UInt8(ascii: ")") else {
      return text(key)
    }
    if position == end || next.isKeyPart { throw keyRefusal() }
    return text(key)
  }

  private func keyRefusal() -> CSignatureError {
    if bytes[position...].starts(with: "throws".utf8) {
      return failure("write `throws` before the key, right after the parameters")
    }
    guard position == end else { return failure("a key is one word, without white space") }
    return unexpected(instead: "a letter, a digit, `_`, `.`, `-` or the end of the key")
  }
}
