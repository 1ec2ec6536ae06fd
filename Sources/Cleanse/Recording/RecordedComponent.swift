import CleanseGraph

/// What the modules of one component declared.
@frozen package struct RecordedComponent: Sendable {
  let type: any Any.Type
  /// Nil when the component is unscoped.
  let scopeName: String?
  let root: Key
  /// What the caller of `build` handles.
  let effect: Effect?
  let bindings: [RecordedBinding]
  /// Collections that may be empty and optionals that may be nil.
  let declarations: [RecordedBinding]
  /// What is declared in the guest language beside bindings.
  package let attachments: [any Sendable]
  let errors: [Diagnostic]
  /// What rejected contributors would have bound.
  let dropped: [BindingGraph.Dropped]
  /// Links a subcomponent's factory, whose type is only known here.
  let linkFactory: @Sendable (Linker, _ component: Int) -> AnyObject
}
