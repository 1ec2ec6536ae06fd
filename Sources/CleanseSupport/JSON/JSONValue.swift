/// A JSON value with its line.
package struct JSONValue {
  /// The line of the value or, for a member of an object, of its key; counted from one.
  package var line: Int
  package var content: Content

  package enum Content {
    case null
    case boolean(Bool)
    case integer(Int)
    /// A number with a fraction or an exponent, or one that doesn't fit an `Int`; infinite if it
    /// doesn't fit a `Double`.
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// The members in source order, without duplicate keys.
    case object([(key: String, value: JSONValue)])
  }

  /// The kind of the value, for messages.
  package var kind: String {
    switch content {
    case .null: "null"
    case .boolean: "a boolean"
    case .integer, .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The line of the member at a path (see ``FieldError/field``), or of its nearest ancestor that
  /// exists.
  package func line(ofField field: Substring) -> Int {
    switch content {
    case .object(let members):
      // A key may contain dots, so one key may be a prefix of another.
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
