/// A value of the text, from which a type reads itself.
struct JSONValueDecoder: Decoder {
  let parser: JSONParser
  let node: JSONParser.Node

  /// Always empty: no error of the parser names a path.
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { parser.userInfo }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = node else { throw mismatch("an object") }
    return KeyedDecodingContainer(
      JSONObjectSource(parser: parser, members: JSONMembers(members)))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = node else { throw mismatch("an array") }
    return JSONArraySource(parser: parser, elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  fileprivate func mismatch(_ expected: String) -> DecodingError {
    JSONParser.corrupted("\(expected) is expected")
  }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool {
    if case .null = node { true } else { false }
  }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .boolean(let value) = node else { throw mismatch("a Boolean") }
    return value
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .string(let value) = node else { throw mismatch("a string") }
    return value
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard case .number(let text) = node, let value = parser.number(in: text) else {
      throw mismatch("a number")
    }
    return value
  }

  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }

  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

  private func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    guard case .number(let text) = node, let value = parser.integer(type, in: text) else {
      throw mismatch("a whole number of type \(type)")
    }
    return value
  }
}

/// The members of an object, in the order of the text. Types mostly read them in the order in which they wrote them.
private final class JSONMembers {
  let all: [JSONParser.Member]
  private var next = 0

  init(_ all: [JSONParser.Member]) { self.all = all }

  /// The first value of a key after that of the last one, or before it.
  func value(of key: String) -> JSONParser.Node? {
    for distance in all.indices {
      let sum = next + distance
      let index = sum < all.count ? sum : sum - all.count
      guard all[index].key == key else { continue }
      next = index
      return all[index].value
    }
    return nil
  }
}

private struct JSONObjectSource<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let parser: JSONParser
  let members: JSONMembers
  var codingPath: [any CodingKey] { [] }

  var allKeys: [Key] { members.all.compactMap { Key(stringValue: $0.key) } }

  func contains(_ key: Key) -> Bool { members.value(of: key.stringValue) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(for: key).decodeNil() }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try decoder(for: key).decode(type)
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try decoder(for: key).decode(type)
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try decoder(for: key).decode(type)
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try decoder(for: key).decode(type)
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try decoder(for: key).decode(type)
  }

  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try decoder(for: key).decode(type)
  }

  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try decoder(for: key).decode(type)
  }

  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try decoder(for: key).decode(type)
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try decoder(for: key).decode(type)
  }

  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try decoder(for: key).decode(type)
  }

  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try decoder(for: key).decode(type)
  }

  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try decoder(for: key).decode(type)
  }

  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try decoder(for: key).decode(type)
  }

  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try decoder(for: key).decode(type)
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try Value(from: decoder(for: key))
  }

  func nestedContainer<NestedKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder(for: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(for: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try decoder(for: SuperKey.super) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(for: key) }

  private func decoder(for key: some CodingKey) throws -> JSONValueDecoder {
    guard let node = members.value(of: key.stringValue) else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: [], debugDescription: "there is no such member"))
    }
    return JSONValueDecoder(parser: parser, node: node)
  }
}

private struct JSONArraySource: UnkeyedDecodingContainer {
  let parser: JSONParser
  let elements: [JSONParser.Node]
  private(set) var currentIndex = 0
  var codingPath: [any CodingKey] { [] }

  init(parser: JSONParser, elements: [JSONParser.Node]) {
    (self.parser, self.elements) = (parser, elements)
  }

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  mutating func decodeNil() throws -> Bool {
    let isNil = try currentDecoder().decodeNil()
    // Otherwise, the element is read as something else.
    if isNil { currentIndex += 1 }
    return isNil
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try Value(from: currentDecoder())
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<NestedKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try superDecoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try superDecoder().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try currentDecoder()
    currentIndex += 1
    return decoder
  }

  private func currentDecoder() throws -> JSONValueDecoder {
    guard !isAtEnd else { throw JSONParser.corrupted("the array has no further element") }
    return JSONValueDecoder(parser: parser, node: elements[currentIndex])
  }
}
