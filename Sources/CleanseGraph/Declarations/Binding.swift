/// A node of the graph: one way to provide a value.
///
/// A binding consists of two indices and a reference to its other properties, which makes graphs cheap to copy. The
/// properties are copied on write.
// Frozen: a binding stays two indices and one reference. The referenced fields may grow.
@frozen public struct Binding: Hashable, Sendable, Identifiable {
  /// The role of a binding for its key.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// Provides the value, as the only binding of the key.
    case single
    /// Wraps the value that other bindings of the key provide.
    case decorator
    /// Contributes one or several elements to the collection that the key is; how many is not known before it is made.
    case contribution
    /// Declares the collection, which may then be empty.
    case declaration
    /// Declares that an optional request of the key is nil if no other binding answers it.
    case optional
    /// Provides the argument of `build`.
    case seed
    /// Provides the value of the provider that is the argument of `build`, unless the component has another
    /// binding of the key.
    case seedElement
    /// Provides the factory of a subcomponent.
    case subcomponent

    /// Whether a binding of this kind makes its key a collection.
    public var isPartOfCollection: Bool { self == .contribution || self == .declaration }
  }

  /// The call of a factory-like value.
  public struct Call: Hashable, Sendable, Codable {
    /// The effect that the caller handles.
    public package(set) var effect: Effect?

    /// Creates a call, for tools that construct graphs.
    public init(effect: Effect? = nil) {
      self.effect = effect
    }
  }

  /// Where the value of a binding comes from.
  public enum Source: String, Hashable, Sendable, Codable {
    /// A factory, which makes a new value each time.
    case factory
    /// A constant value.
    case value
    /// A provider, whose behavior is unknown.
    case provider
  }

  // In the order of their alignment: graphs have many bindings.
  struct Fields: Hashable, Sendable {
    var key: Key
    var provenance: Provenance
    var requests: [Request]
    /// The properties that few bindings have, in one reference.
    var box: DetailsBox?
    var scope: String?
    var location: RecordedLocation?
    var kind: Kind
    var effect: Effect?
    var source: Source?
  }

  // Safety: a binding writes the fields only while it holds the only reference to them.
  @usableFromInline
  package final class Storage: @unchecked Sendable {
    // Safety: an access that overlaps with a write is one of the same binding, where the compiler excludes it. Otherwise, each
    // read of a property would be checked when it runs, for a fifth of the time of validation.
    @exclusivity(unchecked) private var unchecked: Fields

    fileprivate(set) var fields: Fields {
      @inline(__always) _read { yield unsafe unchecked }
      @inline(__always) _modify { yield unsafe &unchecked }
    }

    init(_ fields: Fields) {
      unsafe unchecked = fields
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

  /// The binding's index in the graph.
  public package(set) var id: BindingIndex
  /// The component that it belongs to.
  public package(set) var component: ComponentIndex

  init(_ fields: Fields, id: BindingIndex, component: ComponentIndex) {
    storage = Storage(fields)
    self.id = id
    self.component = component
  }

  /// The key that is bound.
  public package(set) var key: Key {
    get { storage.fields.key }
    set { fields.key = newValue }
  }
  /// The role of the binding for its key.
  public package(set) var kind: Kind {
    get { storage.fields.kind }
    set { fields.kind = newValue }
  }
  /// The scope in which the instance is shared; nil if each request makes a new one.
  public package(set) var scope: String? {
    get { storage.fields.scope }
    set { fields.scope = newValue }
  }
  /// The line of the statement that completed the binding. For a seed, that of the statement that installs the component; nil
  /// for the seed of the root component.
  public package(set) var location: SourceLocation? {
    get { recordedLocation?.sourceLocation }
    set { recordedLocation = newValue.map(RecordedLocation.init) }
  }
  /// The location as it was recorded; its text is created when it is read.
  package var recordedLocation: RecordedLocation? {
    get { storage.fields.location }
    set { fields.location = newValue }
  }
  /// The contributor and the modules that declared it.
  public package(set) var provenance: Provenance {
    get { storage.fields.provenance }
    set { fields.provenance = newValue }
  }
  /// The requests of its factory, in the order of the parameters.
  public package(set) var requests: [Request] {
    get { storage.fields.requests }
    _modify { yield &fields.requests }
  }
  /// The indices of its requests.
  public var requestIndices: Range<RequestIndex> {
    RequestIndex(0)..<RequestIndex(requests.count)
  }
  /// The effect of its factory; nil for a factory that neither throws nor is asynchronous.
  public package(set) var effect: Effect? {
    get { storage.fields.effect }
    set { fields.effect = newValue }
  }
  /// The source of the value; nil for values that the framework provides.
  public package(set) var source: Source? {
    get { storage.fields.source }
    set { fields.source = newValue }
  }

  /// Creates a binding, for tools that construct graphs.
  public init(
    id: BindingIndex, component: ComponentIndex, key: Key, kind: Kind, scope: String? = nil,
    location: SourceLocation? = nil, provenance: Provenance = Provenance(),
    requests: [Request] = [], effect: Effect? = nil, call: Call? = nil, override: Int? = nil,
    order: Int? = nil, entry: String? = nil,
    allowsDuplicateKeys: Bool = false,
    subcomponent: ComponentIndex? = nil, source: Source? = nil, signature: String? = nil,
    suppressed: [Suppression] = [], service: ServiceSettings? = nil, isPerProcess: Bool = false
  ) {
    self.init(
      Fields(
        key: key, provenance: provenance, requests: requests, scope: scope,
        location: location.map(RecordedLocation.init), kind: kind, effect: effect, source: source),
      id: id, component: component)
    details = Details(
      call: call, override: override, order: order, entry: entry,
      allowsDuplicateKeys: allowsDuplicateKeys ? true : nil, subcomponent: subcomponent,
      signature: signature.map { .text($0) }, suppressed: suppressed.isEmpty ? nil : suppressed,
      service: service, perProcess: isPerProcess ? true : nil)
  }
}

extension Binding {
  /// Creates a binding as a module declares it, before its indices are known. What few bindings have is added with
  /// ``details``: they are large, and most bindings are created without them.
  package init(
    key: Key, kind: Kind, location: RecordedLocation?, provenance: Provenance,
    requests: [Request] = [], scope: String? = nil, effect: Effect? = nil, source: Source? = nil
  ) {
    self.init(
      Fields(
        key: key, provenance: provenance, requests: requests, scope: scope, location: location,
        kind: kind, effect: effect, source: source),
      id: BindingIndex(0), component: .root)
  }

  /// The request with this index, which the binding has to have.
  public subscript(index: RequestIndex) -> Request { requests[index] }

  /// Whether the request with this index is that of a decorator for what it wraps.
  package func wraps(_ request: RequestIndex) -> Bool {
    kind == .decorator && self[request].key == key
  }

  /// Whether `build` awaits the value, so that requesters don't have to.
  package var isPrepared: Bool { effect == .asynchronous && scope != nil }

  /// Whether the call of a factory-like value handles an error.
  package var handlesErrorWhenCalled: Bool { call?.effect != nil }

  /// The effects of its dependencies that the binding handles.
  var allowedEffect: Effect? {
    if let call { return call.effect }
    return effect == .asynchronous ? .asynchronous : .throwing
  }

  /// Whether a request of this form by the binding is resolved after the binding's own value is made: when that
  /// value or a provider is called.
  // Inlined: otherwise a binding in an array is copied for the call.
  @inline(__always)
  package func isDeferred(_ form: RequestForm) -> Bool { call != nil || form.isDeferred }
}

extension Binding {
  /// Compares all properties.
  public static func == (left: Binding, right: Binding) -> Bool {
    left.id == right.id && left.component == right.component
      && (left.storage === right.storage || left.fields == right.fields)
  }

  /// Hashes all properties.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(component)
    hasher.combine(fields)
  }
}
