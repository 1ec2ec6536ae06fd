import CleanseC
import CleanseSupport

extension CSignatureReader {
  func missingType(for role: CTypeRole) -> CSignatureError {
    guard bytes[position...].starts(with: "...".utf8) else {
      return unexpected(instead: "a type")
    }
    return failure(
      "a function with `...` can't be bound: its arguments are unknown; "
        + "bind one with fixed parameters")
  }

  func unknownType(_ word: CWord) -> CSignatureError {
    var name = text(word)
    let hint: String
    if bytes[word.offset...].starts(with: "std::string".utf8) {
      name = "std::string"
      hint = "write `string`"
    } else if let replacement = CType.replacements[name] {
      hint = "write \(replacement)"
    } else if let nearest = NearestNames.first(
      name, among: CType.names + structures.keys.sorted())
    {
      hint = "did you mean `\(nearest)`?"
    } else {
      hint = "if it is a structure, declare it first with CLEANSE_STRUCTURE"
    }
    return failure("unknown type \(name.quoted); \(hint)", at: word.offset)
  }

  func unknownStructure(_ word: CWord) -> CSignatureError {
    let hint =
      if let nearest = NearestNames.first(text(word), among: structures.keys.sorted()) {
        "did you mean `\(nearest)`?"
      } else {
        "declare it first with CLEANSE_STRUCTURE"
      }
    return failure("unknown structure \(text(word).quoted); \(hint)", at: word.offset)
  }

  func arrayInStructure(at offset: Int? = nil) -> CSignatureError {
    failure("arrays in structures are not supported; write a field for each item", at: offset)
  }

  func pointerRefusal(to type: CType) -> CSignatureError {
    if case .pointer = type { return failure("pointers to pointers are not supported") }
    if type == .string { return failure("pointers to strings are not supported: use `string[]`") }
    return failure(
      "pointers to `\(type)` are not supported: several values are `\(type)[]`, one that may be "
        + "missing is `\(type)?`")
  }

  func voidRefusal(_ word: CWord, for role: CTypeRole) -> CSignatureError {
    let message =
      switch (current, role) {
      case (UInt8(ascii: "*"), _):
        "`void *` has no name for its target; give it one, as in `counter *`"
      case (UInt8(ascii: "("), .parameter): "a provider yields a value; it can't be `void`"
      case (_, .parameter): "`void` is not a parameter: write `(void)` or `()` for none"
      case (_, .result): "a factory returns a value; it can't be `void`"
      default: "a \(role) can't be `void`"
      }
    return failure(message, at: word.offset)
  }
}
