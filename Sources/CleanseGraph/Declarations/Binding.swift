/// A node of the graph: one way to come by a value.
///
/// A binding is its two places in the graph, and one reference to all else that is known of it, so that graphs are
/// handed on at little cost; what it refers to is copied when a copy is changed.
// Frozen: a binding stays two places and one reference. What it refers to may grow.
@frozen public struct Binding: Hashable, Sendable, Identifiable {
  /// What a binding does for its key.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// It answers the key, and has to be the only one that does.
    case single
    /// It adds to the collection that answers the key.
    case contribution
    /// It declares the collection, which may then be empty.
    case declaration
    /// It declares that an optional request of the key gets nothing where nothing else answers.
    case optional
    /// It answers the key with what `build` was given.
    case seed
    /// It answers the key with what the provider returns that `build` was given, where the component has
    /// no other binding of the key.
    case seedElement
    /// It answers the key with the factory of an inner component.
    case subcomponent

    /// Whether it says that the key is a collection.
    public var isPartOfCollection: Bool { self == .contribution || self == .declaration }
  }

  /// The call of a value that makes something.
  public struct Call: Hashable, Sendable, Codable {
    /// What the caller copes with.
    public var effect: Effect?

    /// A call, for tools that make up a graph of their own.
    public init(effect: Effect? = nil) {
      self.effect = effect
    }
  }

  /// Where the value of a binding comes from.
  public enum Source: String, Hashable, Sendable, Codable {
    /// From a factory, which makes a new one each time.
    case factory
    /// It is one value for all time.
    case value
    /// From a provider, of which nobody knows what it does.
    case provider
  }

  struct Fields: Hashable, Sendable {
    var key: Key
    var kind: Kind
    var scope: String?
    var location: RecordedLocation?
    var provenance: Provenance
    var requests: [Request]
    var effect: Effect?
    var source: Source?
    /// What few bindings have, in one reference.
    var box: DetailsBox?
  }

  // Safety: a binding writes the fields only while it holds the only reference to them.
  @usableFromInline
  package final class Storage: @unchecked Sendable {
    fileprivate(set) var fields: Fields

    init(_ fields: Fields) {
      self.fields = fields
    }
  }

  @usableFromInline
  package private(set) var storage: Storage

  var fields: Fields {
    @inline(__always) get { storage.fields }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.fields) }
      yield &storage.fields
    }
  }

  // As 32 bits, since graphs have many.
  @usableFromInline package var place: Int32
  @usableFromInline package var componentIndex: Int32

  init(_ fields: Fields, id: Int = 0, component: Int = 0) {
    storage = Storage(fields)
    (place, componentIndex) = (Int32(clamping: id), Int32(clamping: component))
  }

  /// The binding's place in ``BindingGraph/bindings``.
  public var id: Int {
    get { Int(place) }
    set { place = Int32(clamping: newValue) }
  }
  /// The place of its component in ``BindingGraph/components``.
  public var component: Int {
    get { Int(componentIndex) }
    set { componentIndex = Int32(clamping: newValue) }
  }
  /// What it is a binding of.
  public var key: Key {
    get { storage.fields.key }
    set { fields.key = newValue }
  }
  /// What it does for its key.
  public var kind: Kind {
    get { storage.fields.kind }
    set { fields.kind = newValue }
  }
  /// The scope in which the instance is shared; nil when each request makes a new one.
  public var scope: String? {
    get { storage.fields.scope }
    set { fields.scope = newValue }
  }
  /// The line that completed the binding; nil for a seed.
  public var location: SourceLocation? {
    get { recordedLocation?.sourceLocation }
    set { recordedLocation = newValue.map(RecordedLocation.init) }
  }
  /// The location as it was recorded: its text is made when it is read.
  package var recordedLocation: RecordedLocation? {
    get { storage.fields.location }
    set { fields.location = newValue }
  }
  /// Who declared it, and through which modules.
  public var provenance: Provenance {
    get { storage.fields.provenance }
    set { fields.provenance = newValue }
  }
  /// What its factory requests, in the order of the parameters.
  public var requests: [Request] {
    get { storage.fields.requests }
    _modify { yield &fields.requests }
  }
  /// What its factory does beside returning the value.
  public var effect: Effect? {
    get { storage.fields.effect }
    set { fields.effect = newValue }
  }
  /// Where the value comes from; nil for what the framework itself makes.
  public var source: Source? {
    get { storage.fields.source }
    set { fields.source = newValue }
  }

  /// A binding, for tools that make up a graph of their own.
  public init(
    id: Int, component: Int, key: Key, kind: Kind, scope: String? = nil,
    location: SourceLocation? = nil, provenance: Provenance = Provenance(),
    requests: [Request] = [], effect: Effect? = nil, call: Call? = nil, override: Int? = nil,
    order: Int? = nil, entry: String? = nil,
    allowsDuplicateKeys: Bool? = nil,
    subcomponent: Int? = nil, source: Source? = nil, signature: String? = nil,
    suppressed: [Suppression]? = nil
  ) {
    self.init(
      Fields(
        key: key, kind: kind, scope: scope, location: location.map(RecordedLocation.init),
        provenance: provenance, requests: requests, effect: effect, source: source),
      id: id, component: component)
    details = Details(
      call: call, override: override, order: order, entry: entry,
      allowsDuplicateKeys: allowsDuplicateKeys, subcomponent: subcomponent, signature: signature,
      suppressed: suppressed)
  }
}

extension Binding {
  /// A binding as a module declares it, before it has a place among the others.
  package init(
    key: Key, kind: Kind, location: RecordedLocation?, provenance: Provenance,
    requests: [Request] = [], scope: String? = nil, effect: Effect? = nil, source: Source? = nil,
    details: Details? = nil
  ) {
    self.init(
      Fields(
        key: key, kind: kind, scope: scope, location: location,
        provenance: provenance, requests: requests, effect: effect, source: source,
        box: DetailsBox(unlessEmpty: details)))
  }

  /// Whether `build` awaits it, so that no requester has to.
  package var isPrepared: Bool { effect == .asynchronous && scope != nil }

  /// Which effects of its dependencies the binding handles.
  var allowedEffect: Effect? {
    if let call { return call.effect }
    return effect == .asynchronous ? .asynchronous : .throwing
  }

  /// Whether what a request of the binding depends on is made later than the binding's own value: when the
  /// value is called, or a provider.
  // Otherwise the whole of a binding in an array is copied for the question.
  @inline(__always)
  package func isDeferred(_ form: RequestForm) -> Bool { call != nil || form.isDeferred }
}

extension Binding {
  /// Whether all is the same that is known of them.
  public static func == (left: Binding, right: Binding) -> Bool {
    left.place == right.place && left.componentIndex == right.componentIndex
      && (left.storage === right.storage || left.fields == right.fields)
  }

  /// Hashes all that is known of it.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(place)
    hasher.combine(componentIndex)
    hasher.combine(fields)
  }
}
