import Cleanse

/// A key as a document has it: a list of the mangled name of its type, that name for people, both of its tag,
/// whether the type is a class, and the name in C. What comes last is left out where there is nothing.
struct GraphKey: Codable {
  let key: Key

  init(_ key: Key) {
    self.key = key
  }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let type = try container.decode(String.self)
    let typeName = try container.decode(String.self)
    guard !container.isAtEnd else {
      key = Key(type: type, typeName: typeName)
      return
    }
    key = Key(
      type: type, tag: try container.decodeIfPresent(String.self), typeName: typeName,
      tagName: try container.decodeIfPresent(String.self),
      isClass: try container.decodeIfPresent(Bool.self) ?? false,
      cName: try container.decodeIfPresent(String.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(key.type)
    try container.encode(key.typeName)
    guard key.tag != nil || key.tagName != nil || key.isClass || key.cName != nil else { return }
    try encode(key.tag, to: &container)
    try encode(key.tagName, to: &container)
    guard key.isClass || key.cName != nil else { return }
    try container.encode(key.isClass)
    if let name = key.cName { try container.encode(name) }
  }

  private func encode(
    _ text: String?, to container: inout any UnkeyedEncodingContainer
  ) throws {
    if let text { try container.encode(text) } else { try container.encodeNil() }
  }
}
