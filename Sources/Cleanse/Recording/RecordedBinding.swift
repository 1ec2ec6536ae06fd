/// One binding as it was recorded: data about it, and how its value is made.
@usableFromInline
struct RecordedBinding: Sendable {
  /// Where the value comes from.
  @usableFromInline
  enum Maker: Sendable {
    /// From a factory. Linking yields a `LinkedProvider` of the bound value; of `[Element]` for a
    /// contribution.
    case factory(@Sendable (Linker) -> AnyObject)
    /// From `build`, which is given it.
    case seed
    /// It is the factory of an inner component, which was recorded on its own.
    case subcomponent(RecordedComponent)
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
  let isShared: Bool
  /// Nothing for what the framework itself binds, such as the seed.
  let location: RecordedLocation?
  let provenance: Provenance
  /// The types of the factory's parameters.
  let requests: [any Any.Type]
  let maker: Maker
}
