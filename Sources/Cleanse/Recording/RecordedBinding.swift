/// One binding as it was recorded: data about it, and the closure that links it.
@usableFromInline
struct RecordedBinding: Sendable {
  let key: any RecordedKey.Type
  /// Present for a contribution to a collection.
  let assembler: (any CollectionAssembler.Type)?
  let isShared: Bool
  let isRoot: Bool
  /// Nothing for what the framework itself binds, such as the seed.
  let location: RecordedLocation?
  let provenance: Provenance
  /// The types of the factory's parameters.
  let requests: [any Any.Type]
  /// Yields a `LinkedProvider` of the bound value; of `[Element]` for a contribution. Nothing for
  /// the seed, whose value `build` brings.
  let link: (@Sendable (Linker) -> AnyObject)?
}
