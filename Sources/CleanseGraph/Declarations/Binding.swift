/// A node of the graph: one way to come by a value.
public struct Binding: Hashable, Sendable, Identifiable {
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

  /// The binding's place in ``BindingGraph/bindings``.
  public var id: Int
  /// The place of its component in ``BindingGraph/components``.
  public var component: Int
  /// What it is a binding of.
  public var key: Key
  /// What it does for its key.
  public var kind: Kind
  /// The scope in which the instance is shared; nothing when each request makes a new one.
  public var scope: String?
  /// The line that completed the binding; nil for a seed.
  public var location: SourceLocation? {
    get { recordedLocation?.sourceLocation }
    set { recordedLocation = newValue.map(RecordedLocation.init) }
  }
  /// The location as it was recorded: its text is made when it is read.
  package var recordedLocation: RecordedLocation?
  /// Who declared it, and through which modules.
  public var provenance: Provenance
  /// What its factory asks for, in the order of the parameters.
  public var requests: [Request]
  /// What its factory does beside returning the value.
  public var effect: Effect?
  /// Where the value comes from; nothing for what the framework itself makes.
  public var source: Source?
  /// What few bindings have, in one reference.
  var box: DetailsBox?

  /// A binding, for tools that make up a graph of their own.
  public init(
    id: Int, component: Int, key: Key, kind: Kind, scope: String? = nil,
    location: SourceLocation? = nil, provenance: Provenance = Provenance(),
    requests: [Request] = [], effect: Effect? = nil, call: Call? = nil, override: Int? = nil,
    order: Int? = nil, entry: String? = nil,
    allowsDuplicateKeys: Bool? = nil,
    subcomponent: Int? = nil, source: Source? = nil, signature: String? = nil,
    silenced: [Silencing]? = nil
  ) {
    self.id = id
    self.component = component
    self.key = key
    self.kind = kind
    self.scope = scope
    recordedLocation = location.map(RecordedLocation.init)
    self.provenance = provenance
    self.requests = requests
    self.effect = effect
    self.source = source
    details = Details(
      call: call, override: override, order: order, entry: entry,
      allowsDuplicateKeys: allowsDuplicateKeys, subcomponent: subcomponent, signature: signature,
      silenced: silenced)
  }
}

extension Binding {
  /// A binding as a module declares it, before it has a place among the others.
  package init(
    key: Key, kind: Kind, location: RecordedLocation?, provenance: Provenance,
    requests: [Request] = [], source: Source? = nil
  ) {
    (id, component) = (0, 0)
    (self.key, self.kind, self.provenance, self.requests) = (key, kind, provenance, requests)
    self.source = source
    recordedLocation = location
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
