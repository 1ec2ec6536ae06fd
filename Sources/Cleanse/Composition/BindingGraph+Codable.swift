extension BindingGraph: Codable {
  private enum CodingKeys: String, CodingKey {
    case components, bindings, reported, dropped
    case names = "cNames"
  }

  /// Reads the declarations of a graph that came from elsewhere, and resolves them.
  ///
  /// - Throws: Also when its indices do not refer to each other, which would trap later.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let declarations = Declarations(
      components: try container.decode([Component].self, forKey: .components),
      bindings: try container.decode([Binding].self, forKey: .bindings),
      reported: try container.decode([Diagnostic].self, forKey: .reported),
      dropped: try container.decodeIfPresent([Dropped].self, forKey: .dropped) ?? [],
      names: try container.decodeIfPresent(Guest.Names.self, forKey: .names) ?? Guest.Names())
    guard declarations.refersToItself else {
      throw DecodingError.dataCorruptedError(
        forKey: .bindings, in: container,
        debugDescription: "the indices of components and bindings do not refer to each other")
    }
    self.init(declarations)
  }

  /// Writes the declarations; what follows from them is decided again where they are read.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(components, forKey: .components)
    try container.encode(bindings, forKey: .bindings)
    try container.encode(reported, forKey: .reported)
    if !dropped.isEmpty { try container.encode(dropped, forKey: .dropped) }
    let names = declarations.names
    if names != Guest.Names() { try container.encode(names, forKey: .names) }
  }
}
