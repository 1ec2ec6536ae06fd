import CleanseC
import CleanseSupport

extension CSignatureReader {
  func missingType(for role: CTypeRole) -> CSignatureError {
    guard bytes[position...].starts(with: "...".utf8) else {
      return unexpected(instead: "a type")
    }
    return failure(
      "a function with `...` can't be bound: nobody says which arguments it would get; "
        + "bind one that has the parameters it needs")
  }

  func unknownType(_ word: CWord) -> CSignatureError {
    var name = word.text
    let hint: String
    if bytes[word.place...].starts(with: "std::string".utf8) {
      name = "std::string"
      hint = "write `string`"
    } else if let replacement = CType.replacements[name] {
      hint = "write \(replacement)"
    } else if let nearest = NearestNames.first(
      name, among: CType.names + structures.keys.sorted())
    {
      hint = "did you mean `\(nearest)`?"
    } else {
      hint = "if it is a structure, declare it before with CLEANSE_STRUCTURE"
    }
    return failure("\(name.quoted) is no type; \(hint)", at: word.place)
  }

  func unknownStructure(_ word: CWord) -> CSignatureError {
    let hint =
      if let nearest = NearestNames.first(word.text, among: structures.keys.sorted()) {
        "did you mean `\(nearest)`?"
      } else {
        "declare it before with CLEANSE_STRUCTURE"
      }
    return failure("\(word.text.quoted) is no structure; \(hint)", at: word.place)
  }

  func arrayInStructure(at place: Int? = nil) -> CSignatureError {
    failure("there are no arrays in structures; write a field for each item", at: place)
  }

  func pointerRefusal(to type: CType) -> CSignatureError {
    if case .pointer = type { return failure("there is no pointer to a pointer") }
    if type == .string { return failure("there is no pointer to a text; several are `string[]`") }
    return failure(
      "there is no pointer to `\(type)`: several of it are `\(type)[]`, one that may be missing is "
        + "`\(type)?`")
  }

  func voidRefusal(_ word: CWord, for role: CTypeRole) -> CSignatureError {
    let message =
      switch (current, role) {
      case (UInt8(ascii: "*"), _):
        "`void *` doesn't say what it points to; give that a name, as in `counter *`"
      case (UInt8(ascii: "("), .parameter): "a provider yields something; `void` is nothing"
      case (_, .parameter): "`void` is no parameter: it stands alone between the parentheses"
      case (_, .result): "a factory makes something; `void` is nothing"
      default: "a \(role) can't be `void`"
      }
    return failure(message, at: word.place)
  }
}
