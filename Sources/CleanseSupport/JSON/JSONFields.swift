/// The members of a JSON object, accessed by name and type.
///
/// Every method throws a ``FieldError`` whose field is a path relative to this object.
package struct JSONFields {
  /// In source order.
  private let members: [(key: String, value: JSONValue)]
  /// The indices of the members by key; empty if they are few.
  private let indices: [String: Int]

  /// The number of members up to which a search is quicker than a dictionary.
  static let fewMembers = 16

  init(_ members: [(key: String, value: JSONValue)]) {
    self.members = members
    indices =
      members.count > Self.fewMembers
      ? Dictionary(keepingFirst: members.enumerated().map { ($1.key, $0) }) : [:]
  }

  /// The keys, in source order.
  package var names: [String] { members.map(\.key) }

  /// Throws for the first key that is not a known one, with the nearest known key as a hint.
  package func rejectUnknown(known: [String]) throws(FieldError) {
    guard let name = members.first(where: { !known.contains($0.key) })?.key else { return }
    let hint =
      if let nearest = NearestNames.first(name, among: known) {
        "did you mean `\(nearest)`?"
      } else {
        "the known keys are " + known.map { "`\($0)`" }.joined(separator: ", ")
      }
    throw FieldError(field: name.printable, message: "is not a known key; \(hint)")
  }

  /// Checks the keys of a file that people write, which can name its JSON Schema for editors, as `$schema`.
  package func rejectUnknown(inFileWith known: [String]) throws(FieldError) {
    _ = try optionalString("$schema")
    try rejectUnknown(known: ["$schema"] + known)
  }

  package func string(_ name: String) throws(FieldError) -> String {
    try required(name, optionalString(name))
  }

  package func optionalString(_ name: String) throws(FieldError) -> String? {
    guard let value = self.value(name) else { return nil }
    guard case .string(let text) = value.content else {
      throw FieldError(field: name, message: "must be a string, not \(value.kind)")
    }
    return text
  }

  /// A value of any kind, or nil if the key is absent.
  package func value(_ name: String) -> JSONValue? {
    indices.isEmpty
      ? members.first { $0.key == name }?.value : indices[name].map { members[$0].value }
  }

  /// The line of a key, or nil if the key is absent.
  package func line(of name: String) -> Int? {
    value(name)?.line
  }

  package func optionalBoolean(_ name: String) throws(FieldError) -> Bool? {
    guard let value = self.value(name) else { return nil }
    guard case .boolean(let answer) = value.content else {
      throw FieldError(field: name, message: "must be true or false, not \(value.kind)")
    }
    return answer
  }

  /// A number, with or without a fraction.
  package func optionalNumber(_ name: String) throws(FieldError) -> Double? {
    guard let value = self.value(name) else { return nil }
    switch value.content {
    case .integer(let number): return Double(number)
    case .number(let number): return number
    default: throw FieldError(field: name, message: "must be a number, not \(value.kind)")
    }
  }

  /// The path of a file or directory; it has no line breaks or other unprintable characters.
  package func optionalPath(_ name: String) throws(FieldError) -> String? {
    guard value(name) != nil else { return nil }
    return try parsed(name) { text throws(FieldError) in
      try LineRules.checkPath(text)
      return text
    }
  }

  /// An array of at least one path.
  package func optionalPaths(_ name: String) throws(FieldError) -> [String]? {
    guard let paths = try optionalStrings(name) else { return nil }
    guard !paths.isEmpty else {
      throw FieldError(field: name, message: "is empty; name at least one, or leave the key out")
    }
    for (index, path) in paths.enumerated() {
      try inField("\(name)[\(index)]", LineRules.checkPath(path))
    }
    return paths
  }

  /// A string that can be printed on one line.
  package func line(_ name: String) throws(FieldError) -> String {
    try required(name, optionalLine(name))
  }

  package func optionalLine(_ name: String) throws(FieldError) -> String? {
    guard value(name) != nil else { return nil }
    return try parsed(name) { text throws(FieldError) in
      try LineRules.checkLine(text)
      return text
    }
  }

  /// A string that `parse` converts to a value.
  package func parsed<Value>(
    _ name: String, _ parse: (String) throws(FieldError) -> Value
  ) throws(FieldError) -> Value {
    let text = try string(name)
    return try inField(name.printable, parse(text))
  }

  package func strings(_ name: String) throws(FieldError) -> [String] {
    try required(name, optionalStrings(name))
  }

  package func optionalStrings(_ name: String) throws(FieldError) -> [String]? {
    guard let value = self.value(name) else { return nil }
    guard case .array(let elements) = value.content else {
      throw FieldError(
        field: name, message: "must be an array of strings, not \(value.kind)")
    }
    var texts: [String] = []
    for (index, element) in elements.enumerated() {
      guard case .string(let text) = element.content else {
        throw FieldError(
          field: "\(name)[\(index)]", message: "must be a string, not \(element.kind)")
      }
      texts.append(text)
    }
    return texts
  }

  package func integer(_ name: String, in range: ClosedRange<Int>) throws(FieldError) -> Int {
    let value = try required(name, self.value(name))
    return try inField(name, Self.integer(value, in: range))
  }

  /// An array of whole numbers.
  package func optionalIntegers(
    _ name: String, in range: ClosedRange<Int>
  ) throws(FieldError) -> [Int]? {
    guard let value = self.value(name) else { return nil }
    guard case .array(let elements) = value.content else {
      throw FieldError(field: name, message: "must be an array of numbers, not \(value.kind)")
    }
    var numbers: [Int] = []
    for (index, element) in elements.enumerated() {
      numbers.append(try inField("\(name)[\(index)]", Self.integer(element, in: range)))
    }
    return numbers
  }

  private static func integer(
    _ value: JSONValue, in range: ClosedRange<Int>
  ) throws(FieldError) -> Int {
    if case .integer(let number) = value.content, range.contains(number) { return number }
    let found =
      switch value.content {
      case .integer(let number): "\(number)"
      case .number: "another number"
      default: value.kind
      }
    throw FieldError(
      message: "must be a whole number from \(range.lowerBound) to \(range.upperBound), "
        + "not \(found)")
  }

  /// An object, which `make` converts to a value.
  package func object<Value>(
    _ name: String, make: (JSONFields) throws(FieldError) -> Value
  ) throws(FieldError) -> Value {
    try required(name, optionalObject(name, make: make))
  }

  package func optionalObject<Value>(
    _ name: String, make: (JSONFields) throws(FieldError) -> Value
  ) throws(FieldError) -> Value? {
    guard let value = self.value(name) else { return nil }
    guard case .object(let members) = value.content else {
      throw FieldError(
        field: name.printable, message: "must be an object, not \(value.kind)")
    }
    return try inField(name.printable, make(JSONFields(members)))
  }

  /// An array of objects, each of which `make` converts to a value.
  package func objects<Value>(
    _ name: String, make: (JSONFields) throws(FieldError) -> Value
  ) throws(FieldError) -> [Value] {
    let value = try required(name, self.value(name))
    guard case .array(let elements) = value.content else {
      throw FieldError(field: name, message: "must be an array of objects, not \(value.kind)")
    }
    var values: [Value] = []
    for (index, element) in elements.enumerated() {
      let path = "\(name)[\(index)]"
      guard case .object(let members) = element.content else {
        throw FieldError(field: path, message: "must be an object, not \(element.kind)")
      }
      values.append(try inField(path, make(JSONFields(members))))
    }
    return values
  }

  private func required<Value>(
    _ name: String, _ value: Value?
  ) throws(FieldError) -> Value {
    guard let value else { throw FieldError(field: name, message: "is missing") }
    return value
  }
}
