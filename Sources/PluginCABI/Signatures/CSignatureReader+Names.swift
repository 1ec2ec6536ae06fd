import CleanseSupport

extension CSignatureReader {
  /// The keywords of C99 (§6.4.1) that are words, and `bool`, which is one in all but name.
  private static let keywords: Set = [
    "auto", "bool", "break", "case", "char", "const", "continue", "default", "do", "double", "else",
    "enum", "extern", "float", "for", "goto", "if", "inline", "int", "long", "register", "restrict",
    "return", "short", "signed", "sizeof", "static", "struct", "switch", "typedef", "union",
    "unsigned", "void", "volatile", "while",
  ]

  /// Reads the name of a function, a parameter or a field, if there is one.
  ///
  /// It may be that of a type, `string` for one, as a word behind a type can't be another; it is no
  /// keyword of C, since no function could have such a parameter.
  ///
  /// - Parameter isProvider: Whether it is that of a provider, which `[]` may follow.
  mutating func readName(
    for role: CTypeRole = .parameter, isProvider: Bool = false
  ) throws(CSignatureError) -> CWord? {
    guard let word = try takeWord() else { return nil }
    try checkName(word)
    if current == UInt8(ascii: "["), !isProvider {
      if role == .field { throw arrayInStructure() }
      throw failure("the `[]` of an array stands behind its type, in front of the name")
    }
    return word
  }

  func checkName(_ word: CWord) throws(CSignatureError) {
    guard Self.keywords.contains(word.text) else { return }
    let hint =
      switch word.text {
      case "const": "; it stands in front of the type"
      case "char", "short", "int", "long", "double": "; a type is one word, such as `uint32`"
      default: ""
      }
    throw failure("`\(word.text)` is a word of C and can't be a name\(hint)", at: word.place)
  }

  /// Reads `@` and the name of a key, if they are there.
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
      return failure("`throws` stands in front of the key, right behind the parameters")
    }
    guard position == end else { return failure("a key is one word, without white space") }
    return unexpected(instead: "a letter, a digit, `_`, `.`, `-` or the end of the key")
  }
}
