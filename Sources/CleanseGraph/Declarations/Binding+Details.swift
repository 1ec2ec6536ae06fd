extension Binding {
  /// The properties that few bindings have. All are optional, since documents leave out those that are not set.
  @frozen package struct Details: Hashable, Sendable, Codable {
    package var call: Call?
    package var override: Int?
    package var overridingModule: String?
    package var takesScope: Bool?
    package var order: Int?
    package var entry: String?
    package var allowsDuplicateKeys: Bool?
    package var subcomponent: ComponentIndex?
    package var signature: LazyText?
    package var suppressed: [Suppression]?
    package var service: ServiceSettings?
    package var perProcess: Bool?

    package init(
      call: Call? = nil, override: Int? = nil, order: Int? = nil, entry: String? = nil,
      allowsDuplicateKeys: Bool? = nil, subcomponent: ComponentIndex? = nil,
      signature: LazyText? = nil, suppressed: [Suppression]? = nil,
      service: ServiceSettings? = nil, perProcess: Bool? = nil
    ) {
      self.call = call
      self.override = override
      self.order = order
      self.entry = entry
      self.allowsDuplicateKeys = allowsDuplicateKeys
      self.subcomponent = subcomponent
      self.signature = signature
      self.suppressed = suppressed
      self.service = service
      self.perProcess = perProcess
    }
  }

  /// The details of a binding behind a reference: graphs have many bindings, and copy them often.
  final class DetailsBox: Hashable, Sendable {
    let details: Details

    init(_ details: Details) {
      self.details = details
    }

    /// Returns nil for empty details.
    convenience init?(unlessEmpty details: Details?) {
      guard let details, details != Details() else { return nil }
      self.init(details)
    }

    static func == (left: DetailsBox, right: DetailsBox) -> Bool { left.details == right.details }

    func hash(into hasher: inout Hasher) {
      hasher.combine(details)
    }
  }

  // The getters of details are inlined: otherwise a binding in an array is copied to read one of them.

  /// All of the following properties; nil if none of them is set.
  package var details: Details? {
    get { storage.fields.box?.details }
    set { fields.box = DetailsBox(unlessEmpty: newValue) }
  }

  private mutating func change(_ change: (inout Details) -> Void) {
    var details = details ?? Details()
    change(&details)
    self.details = details
  }

  /// The call of a value that requests its dependencies when it is called, such as an assisted factory or a
  /// property injector. The effects of the dependencies propagate to that call.
  public package(set) var call: Call? {
    @inline(__always) get { storage.fields.box?.details.call }
    set { change { $0.call = newValue } }
  }

  /// The precedence of an override, which replaces the other bindings of its key; nil for any other binding.
  public package(set) var override: Int? {
    @inline(__always) get { storage.fields.box?.details.override }
    set { change { $0.override = newValue } }
  }

  /// The module whose inclusion makes the binding an override, such as that of `override(with:)`; nil if the binding itself
  /// is marked as one.
  ///
  /// Such a module may also bind what replaces nothing.
  public package(set) var overridingModule: String? {
    @inline(__always) get { storage.fields.box?.details.overridingModule }
    set { change { $0.overridingModule = newValue } }
  }

  /// Whether the scope is not declared: the binding is an override, and takes the scope of what it replaces.
  package var takesScope: Bool {
    @inline(__always) get { storage.fields.box?.details.takesScope ?? false }
    set { change { $0.takesScope = newValue ? true : nil } }
  }

  /// The order of a contribution among those of its component; nil for zero.
  public package(set) var order: Int? {
    @inline(__always) get { storage.fields.box?.details.order }
    set { change { $0.order = newValue } }
  }

  /// The name of the entry's key, for a contribution to a dictionary; equal for equal keys.
  public package(set) var entry: String? {
    @inline(__always) get { storage.fields.box?.details.entry }
    set { change { $0.entry = newValue } }
  }

  /// Whether several entries may have the same key, for the declaration of a dictionary.
  public package(set) var allowsDuplicateKeys: Bool {
    @inline(__always) get { storage.fields.box?.details.allowsDuplicateKeys ?? false }
    set { change { $0.allowsDuplicateKeys = newValue ? true : nil } }
  }

  /// The subcomponent that the binding installs.
  public package(set) var subcomponent: ComponentIndex? {
    @inline(__always) get { storage.fields.box?.details.subcomponent }
    set { change { $0.subcomponent = newValue } }
  }

  /// Sets what a binding has that is not written in Swift, and nothing else of ``details``.
  package mutating func describe(by signature: LazyText, override: Int?, order: Int?) {
    fields.box = DetailsBox(Details(override: override, order: order, signature: signature))
  }

  /// The declaration as its author wrote it, for a binding that is not written in Swift.
  public package(set) var signature: String? {
    @inline(__always) get { storage.fields.box?.details.signature?.description }
    set { change { $0.signature = newValue.map { .text($0) } } }
  }

  /// Whether it is not written in Swift.
  package var hasSignature: Bool {
    @inline(__always) get { storage.fields.box?.details.signature != nil }
  }

  /// The findings that are suppressed for the binding.
  public package(set) var suppressed: [Suppression] {
    @inline(__always) get { storage.fields.box?.details.suppressed ?? [] }
    set { change { $0.suppressed = newValue.isEmpty ? nil : newValue } }
  }

  /// How the service is started and stopped; nil for a binding that is not a service.
  public package(set) var service: ServiceSettings? {
    @inline(__always) get { storage.fields.box?.details.service }
    set { change { $0.service = newValue } }
  }

  /// Whether each process may have a value of its own where the plugins of a program run in several; for the declaration of
  /// a collection, whether each may have the contributions of its own plugins alone.
  public package(set) var isPerProcess: Bool {
    @inline(__always) get { storage.fields.box?.details.perProcess ?? false }
    set { change { $0.perProcess = newValue ? true : nil } }
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
        provenance: try container.decode(Provenance.self, forKey: .provenance),
        requests: try container.decode([Request].self, forKey: .requests),
        box: DetailsBox(unlessEmpty: try Details(from: decoder)),
        scope: try container.decodeIfPresent(String.self, forKey: .scope),
        location: try container.decodeIfPresent(
          RecordedLocation.self, forKey: .recordedLocation),
        kind: try container.decode(Kind.self, forKey: .kind),
        effect: try container.decodeIfPresent(Effect.self, forKey: .effect),
        source: try container.decodeIfPresent(Source.self, forKey: .source)),
      // As plain numbers: a decoder of their own for each index of a graph would cost time.
      id: BindingIndex(try container.decode(Int.self, forKey: .id)),
      component: ComponentIndex(try container.decode(Int.self, forKey: .component)))
  }

  /// Writes a binding; its details are written as further members of the same object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id.number, forKey: .id)
    try container.encode(component.number, forKey: .component)
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
