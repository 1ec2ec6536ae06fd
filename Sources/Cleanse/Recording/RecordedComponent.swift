import CleanseGraph

/// A component as its modules declared it.
@frozen package struct RecordedComponent: Sendable {
  package let type: any Any.Type
  /// Nil when the component is unscoped.
  let scopeName: String?
  /// The identity of the scope's type; nil when the component is unscoped.
  let scope: ObjectIdentifier?
  let root: Key
  /// The effect that the caller of `build` handles.
  let effect: Effect?
  var bindings: [RecordedBinding]
  /// Collections that may be empty and optionals that may be nil.
  var declarations: [RecordedBinding]
  /// Declarations in the guest language other than bindings.
  package var attachments: [any Sendable]
  /// What is declared for subcomponents.
  var extensions: [RecordedExtension]
  /// The modules that it includes, and the subcomponents that it installs.
  var modules: Set<ObjectIdentifier>
  /// How modules include each other.
  var includes: ModuleIncludes
  let errors: [Diagnostic]
  /// The bindings of rejected contributors.
  let dropped: [BindingGraph.Dropped]
  /// Where the source files of contributors lie.
  let sources: SourceFiles
  /// Links the factory of the subcomponent, whose static type is only known here.
  let linkFactory: @Sendable (Linker, _ component: ComponentIndex) -> AnyObject
}
