import CleanseC

/// A key, as stored in a document: a list of the mangled and the displayed name of its type, the same of its tag,
/// whether the type is a class, and the C name. Trailing defaults are omitted.
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
