extension CodingUserInfoKey {
  /// The type of the ``GuestNames`` that a decoder reads; without one, it refuses graphs that have such names.
  package static let guestNames = CodingUserInfoKey(rawValue: "cleanse.guest-names")
  /// Whether a decoder omits ``GuestNames``.
  fileprivate static let omitsGuestNames = CodingUserInfoKey(rawValue: "cleanse.omits-guest-names")
}

extension [CodingUserInfoKey: any Sendable] {
  /// The user info of a decoder that omits the ``GuestNames`` of graphs. The keys of a recorded graph are resolved with
  /// them already, so only a reader that merges or validates graphs needs them.
  package static var graphsWithoutGuestNames: Self {
    CodingUserInfoKey.omitsGuestNames.map { [$0: true] } ?? [:]
  }
}

extension BindingGraph: Codable {
  private enum CodingKeys: String, CodingKey {
    case components, bindings, reported, dropped, guestNames
  }

  /// Reads the declarations of a graph, and resolves them.
  ///
  /// - Throws: A `DecodingError`, also for inconsistent indices of components and bindings.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let declarations = Declarations(
      components: try container.decode([Component].self, forKey: .components),
      bindings: try container.decode([Binding].self, forKey: .bindings),
      reported: try container.decode([Diagnostic].self, forKey: .reported),
      dropped: try container.decodeIfPresent([Dropped].self, forKey: .dropped) ?? [],
      names: try Self.names(in: container, from: decoder))
    guard declarations.hasConsistentIndices else {
      throw DecodingError.dataCorruptedError(
        forKey: .bindings, in: container,
        debugDescription: "the indices of components and bindings are inconsistent")
    }
    self.init(declarations)
  }

  /// Writes the declarations; the reader resolves them again.
  public func encode(to encoder: any Encoder) throws {
    let declarations = declarations.sources.completed(declarations)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(components, forKey: .components)
    try container.encode(declarations.bindings, forKey: .bindings)
    try container.encode(declarations.reported, forKey: .reported)
    if !dropped.isEmpty { try container.encode(declarations.dropped, forKey: .dropped) }
    guard let names = declarations.names, !names.isEqual(to: names.none) else { return }
    try container.encode(names, forKey: .guestNames)
  }

  private static func names(
    in container: KeyedDecodingContainer<CodingKeys>, from decoder: any Decoder
  ) throws -> (any GuestNames)? {
    let language =
      CodingUserInfoKey.guestNames
      .flatMap { decoder.userInfo[$0] } as? any GuestNames.Type
    guard container.contains(.guestNames) else { return language?.init() }
    let isOmitted =
      CodingUserInfoKey.omitsGuestNames.flatMap { decoder.userInfo[$0] } as? Bool ?? false
    guard !isOmitted else { return nil }
    guard let language else {
      throw DecodingError.dataCorruptedError(
        forKey: .guestNames, in: container,
        debugDescription: "the graph has names of a language that is not known here")
    }
    return try container.decode(language, forKey: .guestNames)
  }
}
