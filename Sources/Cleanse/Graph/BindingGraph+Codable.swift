extension CodingUserInfoKey {
  /// The names of the guest language that a decoder reads; without one, it leaves such names out.
  package static let guestNames = CodingUserInfoKey(rawValue: "cleanse.guest-names")
}

extension BindingGraph: Codable {
  private enum CodingKeys: String, CodingKey {
    case components, bindings, reported, dropped
  }

  /// The member of the names of a guest language.
  private struct NamesKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private static func names(from decoder: any Decoder) throws -> (any GuestNames)? {
    let container = try decoder.container(keyedBy: NamesKey.self)
    guard let key = CodingUserInfoKey.guestNames,
      let language = decoder.userInfo[key] as? any GuestNames.Type
    else { return nil }
    return try container.decodeIfPresent(
      language, forKey: NamesKey(stringValue: language.member)) ?? language.init()
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
      names: try Self.names(from: decoder))
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
    guard let names = declarations.names, !names.isEqual(to: names.none) else { return }
    var members = encoder.container(keyedBy: NamesKey.self)
    try members.encode(names, forKey: NamesKey(stringValue: type(of: names).member))
  }
}
