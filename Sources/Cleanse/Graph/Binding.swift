/// A node of the graph: one way to come by a value.
public struct Binding: Hashable, Sendable, Codable, Identifiable {
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
  /// The line that completed the binding; nothing for a seed.
  public var location: SourceLocation?
  /// Who declared it, and through which modules.
  public var provenance: Provenance
  /// What its factory asks for, in the order of the parameters.
  public var requests: [Request]
  /// What its factory does beside returning the value.
  public var effect: Effect?
  /// Present for what asks for its requests only when it is called, as an assisted factory or a
  /// property injector does: then an effect of these comes up in that call.
  public var call: Call?
  /// For a binding that replaces the others of its key: its place among such ones.
  public var override: Int?
  /// For a contribution to a dictionary: a name of the entry's key, equal for equal keys.
  public var entry: String?
  /// For the declaration of a dictionary: whether several entries may have one key.
  public var allowsDuplicateKeys: Bool?
  /// For the factory of an inner component: its place in ``BindingGraph/components``.
  public var subcomponent: Int?
  /// Where the value comes from; nothing for what the framework itself makes.
  public var source: Source?
  /// For a binding of C: the function or the value as its author describes it.
  public var signature: String?
  /// The findings that are not to be told of it; nothing where there are none.
  public var silenced: [Silencing]?

  /// A binding, for tools that make up a graph of their own.
  public init(
    id: Int, component: Int, key: Key, kind: Kind, scope: String? = nil,
    location: SourceLocation? = nil, provenance: Provenance = Provenance(),
    requests: [Request] = [], effect: Effect? = nil, call: Call? = nil, override: Int? = nil,
    entry: String? = nil,
    allowsDuplicateKeys: Bool? = nil,
    subcomponent: Int? = nil, source: Source? = nil, signature: String? = nil,
    silenced: [Silencing]? = nil
  ) {
    self.id = id
    self.component = component
    self.key = key
    self.kind = kind
    self.scope = scope
    self.location = location
    self.provenance = provenance
    self.requests = requests
    self.effect = effect
    self.call = call
    self.override = override
    self.entry = entry
    self.allowsDuplicateKeys = allowsDuplicateKeys
    self.subcomponent = subcomponent
    self.source = source
    self.signature = signature
    self.silenced = silenced
  }
}
