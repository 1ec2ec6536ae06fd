import CleanseGraph

/// A component as its modules declared it.
@frozen package struct RecordedComponent: Sendable {
  package let type: any Any.Type
  /// Nil when the component is unscoped.
  let scopeName: String?
  let root: Key
  /// The effect that the caller of `build` handles.
  let effect: Effect?
  let bindings: [RecordedBinding]
  /// Collections that may be empty and optionals that may be nil.
  let declarations: [RecordedBinding]
  /// Declarations in the guest language other than bindings.
  package let attachments: [any Sendable]
  let errors: [Diagnostic]
  /// The bindings of rejected contributors.
  let dropped: [BindingGraph.Dropped]
  /// Links the factory of the subcomponent, whose static type is only known here.
  let linkFactory: @Sendable (Linker, _ component: Int) -> AnyObject
}
