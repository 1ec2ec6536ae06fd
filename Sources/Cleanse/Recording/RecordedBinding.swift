/// One binding as it was recorded: data about it, and how its value is made.
struct RecordedBinding: Sendable {
  /// Where the value comes from.
  enum Maker: Sendable {
    /// From a factory. Linking yields a `LinkedProvider` of the bound value; of `[Element]` for a
    /// contribution.
    case factory(@Sendable (Linker) -> AnyObject)
    /// From `build`, which is given it.
    case seed
    /// It is the factory of an inner component, which was recorded on its own.
    case subcomponent(RecordedComponent)
    /// It is the ``LegacyObjectGraph`` of its component. What that asks for is only known once
    /// everything has been recorded.
    case objectGraph
  }

  let key: any RecordedKey.Type
  /// Present for a contribution to a collection.
  var assembler: (any CollectionAssembler.Type)?
  /// The contribution's place among the others of its component.
  var place = 0
  /// The key of the contributed entry, for a contribution to a dictionary.
  var entry: (any Hashable & Sendable)?
  /// The place among the overrides of the key; nothing when it is none.
  var override: Int?
  /// Where the value comes from, as far as that can be told.
  var source: Binding.Source?
  /// The findings that are not to be told of it.
  var silenced: [Binding.Silencing] = []
  let isShared: Bool
  /// Nothing for what the framework itself binds, such as the seed.
  let location: RecordedLocation?
  let provenance: Provenance
  /// The types of the factory's parameters.
  var requests: [any Any.Type]
  /// What the factory does beside returning the value.
  var effect: Effect?
  var asks = AskingTime.now
  let maker: Maker
}

extension RecordedBinding {
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
