/// One binding as it was recorded: data about it, and how its value is made. It is kept once, and
/// everybody else refers to it.
final class RecordedBinding: Sendable {
  /// Where the value comes from.
  enum Maker: Sendable {
    /// From a factory. Linking yields a `LinkedProvider` of the bound value; of `[Element]` for a
    /// contribution.
    case factory(@Sendable (Linker) -> AnyObject)
    /// From `build`, which is given it.
    case seed
    /// It is the factory of an inner component, which was recorded on its own.
    indirect case subcomponent(RecordedComponent)
    /// From C. What its names mean is only known once everything has been recorded.
    case foreign
    /// It is the ``LegacyObjectGraph`` of its component. What that asks for is only known once
    /// everything has been recorded.
    case objectGraph
  }

  /// Nothing for a binding of C whose names have no meaning yet.
  private let settledKey: (any RecordedKey.Type)?
  /// Present for a contribution to a collection.
  let assembler: (any CollectionAssembler.Type)?
  /// The contribution's place among the others of its component.
  let place: Int
  /// The key of the contributed entry, for a contribution to a dictionary.
  let entry: (any Hashable & Sendable)?
  /// The place among the overrides of the key; nothing when it is none.
  let override: Int?
  /// Where the value comes from, as far as that can be told.
  let source: Binding.Source?
  /// The findings that are not to be told of it.
  let silenced: [Binding.Silencing]
  let isShared: Bool
  /// Nothing for what the framework itself binds, such as the seed.
  let location: RecordedLocation?
  let provenance: Provenance
  /// The types of the factory's parameters.
  let requests: [any Any.Type]
  /// What the factory does beside returning the value.
  let effect: Effect?
  let asks: AskingTime
  /// For a binding of C: what that says.
  let foreign: ForeignBinding?
  let maker: Maker

  init(
    key: (any RecordedKey.Type)?, assembler: (any CollectionAssembler.Type)? = nil, place: Int = 0,
    entry: (any Hashable & Sendable)? = nil, override: Int? = nil,
    source: Binding.Source? = nil, silenced: [Binding.Silencing] = [], isShared: Bool = false,
    location: RecordedLocation?, provenance: Provenance, requests: [any Any.Type],
    effect: Effect? = nil, asks: AskingTime = .now, foreign: ForeignBinding? = nil, maker: Maker
  ) {
    settledKey = key
    self.assembler = assembler
    self.place = place
    self.entry = entry
    self.override = override
    self.source = source
    self.silenced = silenced
    self.isShared = isShared
    self.location = location
    self.provenance = provenance
    self.requests = requests
    self.effect = effect
    self.asks = asks
    self.foreign = foreign
    self.maker = maker
  }
}

extension RecordedBinding {
  /// What it answers to, or adds to. For a binding of C that is what its names mean where Swift knows
  /// none of them, until they are settled.
  var key: any RecordedKey.Type {
    if let settledKey { return settledKey }
    guard let foreign else { preconditionFailure("A binding was recorded without its key") }
    return ForeignDictionary.empty.key(of: foreign.key)
  }

  /// The binding with requests that are only known once everything has been recorded.
  func asking(for requests: [any Any.Type]) -> RecordedBinding {
    RecordedBinding(
      key: key, assembler: assembler, place: place, entry: entry, override: override,
      source: source, silenced: silenced, isShared: isShared, location: location,
      provenance: provenance, requests: requests, effect: effect, asks: asks, foreign: foreign,
      maker: maker)
  }

  /// What the binding copes with when it comes of what it asks for.
  var allowedEffect: Effect? {
    switch asks {
    case .now: effect == .asynchronous ? .asynchronous : .throwing
    case .later(let allowed): allowed
    }
  }

  /// Whether `build` awaits it.
  var isPrepared: Bool { isShared && effect == .asynchronous }

  /// Whether everybody who asks for it has to wait.
  var isAwaitedEachTime: Bool { !isShared && effect == .asynchronous }
}
