import CleanseC

/// The role of a type in a declaration.
enum CTypeRole: String {
  case result, parameter, value, field, declaration
}

/// A type as it is written, with its modifiers.
struct CTypeSyntax {
  let type: CType
  let isOptional: Bool
  /// Whether it is marked `borrowed` or, as a result, `owned`.
  let isMarked: Bool
  /// The offsets of its start and end in the text, in bytes.
  let start: Int
  let end: Int
}

extension CSignatureReader {
  /// Reads a type with its modifiers.
  mutating func readType(for role: CTypeRole) throws(CSignatureError) -> CTypeSyntax {
    let start = position
    guard var word = try takeWord() else { throw missingType(for: role) }
    var isConstant = false
    var mark: CWord?
    var meaning = CTypeWord.table[word]
    modifiers: while true {
      switch meaning {
      case .constant where !isConstant: isConstant = true
      case .borrowed where mark == nil, .owned where mark == nil: mark = word
      default: break modifiers
      }
      guard let next = try takeWord() else { throw unexpected(instead: "a type") }
      word = next
      meaning = CTypeWord.table[word]
    }

    var type = try readBase(word, meaning, for: role)
    if current == UInt8(ascii: "*") { throw pointerRefusal(to: type) }
    while current == UInt8(ascii: "[") {
      let bracket = position
      if role == .field { throw arrayInStructure(at: bracket) }
      if case .array = type {
        let what = type == .array(.uint8) ? "`bytes` is an array, and " : ""
        throw failure("\(what)arrays of arrays are not supported", at: bracket)
      }
      _ = take("[")
      guard take("]") else {
        throw unexpected(instead: "`]`", ": an array is passed with its count, as in `\(type)[]`")
      }
      type = .array(type)
    }
    var isOptional = false
    while current == UInt8(ascii: "?") {
      guard !isOptional else { throw failure("duplicate `?`") }
      isOptional = take("?")
    }
    let end = self.end
    if isOptional, current == UInt8(ascii: "[") {
      throw failure("arrays of optionals are not supported; an optional array is `\(type)[]?`")
    }
    if let mark { try check(mark, of: type, for: role) }
    return CTypeSyntax(
      type: type, isOptional: isOptional, isMarked: mark != nil, start: start, end: end)
  }

  /// Reads the type that begins with a word, without `[]` and `?`.
  private mutating func readBase(
    _ word: CWord, _ meaning: CTypeWord?, for role: CTypeRole
  ) throws(CSignatureError) -> CType {
    switch meaning {
    case .type(let type): return type
    case .bytes: return .array(.uint8)
    case .structure:
      guard let name = try takeWord() else {
        throw unexpected(instead: "the name of a structure")
      }
      if current != UInt8(ascii: "*"), structures[text(name)] == nil {
        throw unknownStructure(name)
      }
      return try readDeclared(name)
    case .character where take("*"): return .string
    case .void: throw voidRefusal(word, for: role)
    case .borrowed, .owned, .constant:
      throw failure("unexpected `\(text(word))` before the type", at: word.offset)
    case .character, nil: return try readDeclared(word)
    }
  }

  /// Reads a structure, or a pointer to an opaque type.
  private mutating func readDeclared(_ word: CWord) throws(CSignatureError) -> CType {
    let name = text(word)
    guard current == UInt8(ascii: "*"), CType.replacements[name] == nil else {
      guard let structure = structures[name] else { throw unknownType(word) }
      return .structure(structure)
    }
    try checkName(word)
    guard name != CType.errorName else {
      throw failure(
        "`cleanse_error *` is not part of a signature: write `throws` after the parameters instead",
        at: word.offset)
    }
    _ = take("*")
    return .pointer(name)
  }

  private func check(
    _ mark: CWord, of type: CType, for role: CTypeRole
  ) throws(CSignatureError) {
    let right = CTypeWord.table[mark] == .owned ? CTypeRole.result : .parameter
    guard role == right else {
      throw failure(
        "a \(role) can't be `\(text(mark))`, only a \(right) can", at: mark.offset)
    }
    guard type.isBuffer else {
      throw failure(
        "`\(type)` can't be `\(text(mark))`, only `string`, `bytes` and arrays can",
        at: mark.offset)
    }
  }
}
