import CleanseC

/// A key as a document has it: a list of the mangled name of its type, that name for people, both of its tag,
/// whether the type is a class, and the name in C. What comes last is left out where there is nothing.
struct GraphKey: Encodable {
  let key: Key

  init(_ key: Key) {
    self.key = key
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
