/// What the modules of one component declared, before anything is matched.
struct RecordedComponent: Sendable {
  /// What may be asked for although nothing is bound.
  struct Declaration: Sendable {
    var key: any RecordedKey.Type
    /// Present for a collection, which is then empty; an optional is nothing.
    var assembler: (any CollectionAssembler.Type)?
    /// Whether a dictionary may get several entries of one key.
    var allowsDuplicateKeys = false
    /// For one of C: what it says itself.
    var foreign: CKey?
    let location: RecordedLocation
    let provenance: Provenance
  }

  let type: any Any.Type
  /// Nothing when the component is unscoped.
  let scope: (any Any.Type)?
  let root: any Any.Type
  /// What `build` copes with.
  let effect: Effect?
  var bindings: [RecordedBinding]
  var declarations: [Declaration]
  /// Which types of C are types of Swift.
  let bridges: [RecordedBridge]
  /// How instances of pointer types of C end.
  let destructors: [RecordedDestructor]
  let errors: [Diagnostic]
  /// What rejected contributors would have bound.
  var dropped: [DroppedBinding]
  /// Links an inner component's factory, whose type is only known here.
  let linkFactory: @Sendable (Linker, _ component: Int) -> AnyObject
}
