/// A value of a JSON text, together with where it stands.
package struct JSONValue {
  /// The line of the value or, for a member of an object, of its key.
  package var line: Int
  package var content: Content

  package enum Content {
    case null
    case boolean(Bool)
    case integer(Int)
    /// A number with a fraction or an exponent, or one that doesn't fit an `Int`; one beyond all
    /// others is infinite.
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// The members in the order of the text; no key is there twice.
    case object([(key: String, value: JSONValue)])
  }

  /// What the value is, for messages.
  var kind: String {
    switch content {
    case .null: "null"
    case .boolean: "a boolean"
    case .integer, .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The line of the member with such a path, as in ``FieldError/field``, or of the nearest
  /// value around it that is there.
  package func line(ofField field: Substring) -> Int {
    switch content {
    case .object(let members):
      // A key may have dots itself, so that one may be the beginning of another.
      if let member = members.first(where: { $0.key.printable == field }) {
        return member.value.line
      }
      for (key, value) in members where field.hasPrefix(key.printable) {
        let rest = field.dropFirst(key.printable.count)
        if rest.hasPrefix("[") { return value.line(ofField: rest) }
        if rest.hasPrefix(".") { return value.line(ofField: rest.dropFirst()) }
      }
    case .array(let elements):
      let index = Int(field.dropFirst().prefix { $0 != "]" }) ?? -1
      guard elements.indices.contains(index) else { break }
      let rest = field.drop { $0 != "]" }.dropFirst(2)
      return rest.isEmpty ? elements[index].line : elements[index].line(ofField: rest)
    default: break
    }
    return line
  }
}
