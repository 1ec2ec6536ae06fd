/// The place of a value in the text, to which the value writes itself.
struct JSONValueEncoder: Encoder {
  let writer: JSONWriter
  let depth: Int

  /// Always empty: no error of the writer names a path.
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(
      JSONObjectContainer(writer: writer, depth: writer.beginObject(at: depth)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    JSONArrayContainer(writer: writer, depth: writer.beginArray(at: depth))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    JSONScalarContainer(writer: writer, depth: depth)
  }
}

/// The members of an object.
private struct JSONObjectContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let writer: JSONWriter
  let depth: Int
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) {
    writer.beginMember(key, at: depth)
    writer.write(word: "null")
  }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    writer.beginMember(key, at: depth)
    try writer.write(value, at: depth)
  }

  func nestedContainer<NestedKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder(for: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(for: key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    encoder(for: SuperKey.super)
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    encoder(for: key)
  }

  private func encoder(for key: some CodingKey) -> JSONValueEncoder {
    writer.beginMember(key, at: depth)
    return JSONValueEncoder(writer: writer, depth: depth)
  }
}

/// The key of the part of a superclass.
enum SuperKey: CodingKey { case `super` }

/// The elements of an array.
private struct JSONArrayContainer: UnkeyedEncodingContainer {
  let writer: JSONWriter
  let depth: Int
  private(set) var count = 0
  var codingPath: [any CodingKey] { [] }

  init(writer: JSONWriter, depth: Int) {
    (self.writer, self.depth) = (writer, depth)
  }

  mutating func encodeNil() {
    _ = nextEncoder()
    writer.write(word: "null")
  }

  mutating func encode(_ value: some Encodable) throws {
    _ = nextEncoder()
    try writer.write(value, at: depth)
  }

  mutating func nestedContainer<NestedKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    nextEncoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    nextEncoder().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder {
    nextEncoder()
  }

  private mutating func nextEncoder() -> JSONValueEncoder {
    writer.beginElement(at: depth)
    count += 1
    return JSONValueEncoder(writer: writer, depth: depth)
  }
}

/// A value that is no object or array, or one that another value is written as.
private struct JSONScalarContainer: SingleValueEncodingContainer {
  let writer: JSONWriter
  let depth: Int
  var codingPath: [any CodingKey] { [] }

  func encodeNil() {
    writer.write(word: "null")
  }

  func encode(_ value: Bool) {
    writer.write(word: value ? "true" : "false")
  }

  func encode(_ value: String) {
    writer.write(value)
  }

  func encode(_ value: some BinaryInteger & Encodable) {
    writer.write(word: value.description)
  }

  func encode(_ value: Double) throws {
    guard value.isFinite else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: [], debugDescription: "JSON has no number \(value)"))
    }
    writer.write(word: value.description)
  }

  func encode(_ value: Float) throws {
    try encode(Double(value))
  }

  func encode(_ value: some Encodable) throws {
    try writer.write(value, at: depth)
  }
}
