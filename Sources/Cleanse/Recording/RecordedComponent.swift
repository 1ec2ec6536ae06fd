/// What the modules of one component declared, before anything is matched.
@usableFromInline
struct RecordedComponent: Sendable {
  /// A collection that was declared with `declareCollection`.
  struct Declaration: Sendable {
    let key: any RecordedKey.Type
    let assembler: any CollectionAssembler.Type
    let location: RecordedLocation
    let provenance: Provenance
  }

  let type: any Any.Type
  /// Nothing when the component is unscoped.
  let scope: (any Any.Type)?
  let root: any Any.Type
  let bindings: [RecordedBinding]
  let declarations: [Declaration]
  let errors: [Diagnostic]
  /// Links an inner component's factory, whose type is only known here.
  let linkFactory: @Sendable (Linker, _ component: Int) -> AnyObject
}
