extension Key: Codable {
  private enum CodingKeys: String, CodingKey {
    case type, tag, typeName, tagName, isClass
    case alias = "cName"
  }

  /// Reads the parts of a key.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      type: try container.decode(String.self, forKey: .type),
      tag: try container.decodeIfPresent(String.self, forKey: .tag),
      typeName: try container.decode(String.self, forKey: .typeName),
      tagName: try container.decodeIfPresent(String.self, forKey: .tagName),
      isClass: try container.decode(Bool.self, forKey: .isClass),
      alias: try container.decodeIfPresent(String.self, forKey: .alias))
  }

  /// Writes the parts of the key.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(type, forKey: .type)
    try container.encodeIfPresent(tag, forKey: .tag)
    try container.encode(typeName, forKey: .typeName)
    try container.encodeIfPresent(tagName, forKey: .tagName)
    try container.encode(isClass, forKey: .isClass)
    try container.encodeIfPresent(alias, forKey: .alias)
  }
}
