extension Binding {
  /// What few bindings have.
  @frozen package struct Details: Hashable, Sendable, Codable {
    package var call: Call?
    package var override: Int?
    package var order: Int?
    package var entry: String?
    package var allowsDuplicateKeys: Bool?
    package var subcomponent: Int?
    package var signature: String?
    package var suppressed: [Suppression]?

    package init(
      call: Call? = nil, override: Int? = nil, order: Int? = nil, entry: String? = nil,
      allowsDuplicateKeys: Bool? = nil, subcomponent: Int? = nil, signature: String? = nil,
      suppressed: [Suppression]? = nil
    ) {
      self.call = call
      self.override = override
      self.order = order
      self.entry = entry
      self.allowsDuplicateKeys = allowsDuplicateKeys
      self.subcomponent = subcomponent
      self.signature = signature
      self.suppressed = suppressed
    }
  }

  /// Details apart from their binding: bindings are copied often, and graphs have many.
  final class DetailsBox: Hashable, Sendable {
    let details: Details

    init(_ details: Details) {
      self.details = details
    }

    /// Nil for details that say nothing.
    convenience init?(unlessEmpty details: Details?) {
      guard let details, details != Details() else { return nil }
      self.init(details)
    }

    static func == (left: DetailsBox, right: DetailsBox) -> Bool { left.details == right.details }

    func hash(into hasher: inout Hasher) {
      hasher.combine(details)
    }
  }

  // The getters of details are inlined: otherwise a whole binding in an array is copied to ask for one of them.

  /// All of the following; nil where there is nothing of it.
  package var details: Details? {
    get { storage.fields.box?.details }
    set { fields.box = DetailsBox(unlessEmpty: newValue) }
  }

  private mutating func change(_ change: (inout Details) -> Void) {
    var details = details ?? Details()
    change(&details)
    self.details = details
  }

  /// Present for what makes its dependencies only when it is called, as an assisted factory or a
  /// property injector does: an effect of these then propagates to that call.
  public var call: Call? {
    @inline(__always) get { storage.fields.box?.details.call }
    set { change { $0.call = newValue } }
  }

  /// For a binding that replaces the others of its key: its place among such ones.
  public var override: Int? {
    @inline(__always) get { storage.fields.box?.details.override }
    set { change { $0.override = newValue } }
  }

  /// For a contribution: its order among those of its component; nil for zero.
  public var order: Int? {
    @inline(__always) get { storage.fields.box?.details.order }
    set { change { $0.order = newValue } }
  }

  /// For a contribution to a dictionary: a name of the entry's key, equal for equal keys.
  public var entry: String? {
    @inline(__always) get { storage.fields.box?.details.entry }
    set { change { $0.entry = newValue } }
  }

  /// For the declaration of a dictionary: whether several entries may have one key.
  public var allowsDuplicateKeys: Bool? {
    @inline(__always) get { storage.fields.box?.details.allowsDuplicateKeys }
    set { change { $0.allowsDuplicateKeys = newValue } }
  }

  /// For the factory of an inner component: its place in ``BindingGraph/components``.
  public var subcomponent: Int? {
    @inline(__always) get { storage.fields.box?.details.subcomponent }
    set { change { $0.subcomponent = newValue } }
  }

  /// For a binding that is not written in Swift: the declaration as its author writes it.
  public var signature: String? {
    @inline(__always) get { storage.fields.box?.details.signature }
    set { change { $0.signature = newValue } }
  }

  /// The findings that are suppressed for it; nil where there are none.
  public var suppressed: [Suppression]? {
    @inline(__always) get { storage.fields.box?.details.suppressed }
    set { change { $0.suppressed = newValue } }
  }
}

extension Binding: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, component, key, kind, scope
    case recordedLocation = "location"
    case provenance, requests, effect, source
  }

  /// Reads a binding.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      Fields(
        key: try container.decode(Key.self, forKey: .key),
        kind: try container.decode(Kind.self, forKey: .kind),
        scope: try container.decodeIfPresent(String.self, forKey: .scope),
        location: try container.decodeIfPresent(
          RecordedLocation.self, forKey: .recordedLocation),
        provenance: try container.decode(Provenance.self, forKey: .provenance),
        requests: try container.decode([Request].self, forKey: .requests),
        effect: try container.decodeIfPresent(Effect.self, forKey: .effect),
        source: try container.decodeIfPresent(Source.self, forKey: .source),
        box: DetailsBox(unlessEmpty: try Details(from: decoder))),
      id: try container.decode(Int.self, forKey: .id),
      component: try container.decode(Int.self, forKey: .component))
  }

  /// Writes a binding; its details stand among its other members.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(component, forKey: .component)
    try container.encode(key, forKey: .key)
    try container.encode(kind, forKey: .kind)
    try container.encodeIfPresent(scope, forKey: .scope)
    try container.encodeIfPresent(recordedLocation, forKey: .recordedLocation)
    try container.encode(provenance, forKey: .provenance)
    try container.encode(requests, forKey: .requests)
    try container.encodeIfPresent(effect, forKey: .effect)
    try container.encodeIfPresent(source, forKey: .source)
    try details?.encode(to: encoder)
  }
}
