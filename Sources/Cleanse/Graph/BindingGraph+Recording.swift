extension BindingGraph {
  /// The graph of a component, as its modules declare it.
  public init<C: RootComponent>(of component: C.Type) {
    self.init(Recording(of: component))
  }

  package init(_ recording: Recording) {
    var namer = KeyNamer()
    let scope = recording.scope.map(TypeName.display)
    let keys = recording.slots.map { namer.key(element: $0.key.element, tag: $0.key.tag) }
    var bindings = recording.bindings.enumerated().map { index, binding in
      Binding(
        id: index, component: 0,
        key: namer.key(element: binding.key.element, tag: binding.key.tag),
        kind: binding.link == nil ? .seed : binding.assembler == nil ? .single : .contribution,
        scope: binding.isShared ? scope : nil,
        location: binding.location?.sourceLocation, provenance: binding.provenance,
        requests: zip(binding.requests, recording.targets[index]).map { type, target in
          target.map { Request(key: keys[$0.slot], form: $0.form.requestForm) }
            ?? namer.unanswered(type)
        })
    }
    for declaration in recording.declarations {
      bindings.append(
        Binding(
          id: bindings.count, component: 0,
          key: namer.key(element: declaration.key.element, tag: declaration.key.tag),
          kind: .declaration, location: declaration.location.sourceLocation,
          provenance: declaration.provenance))
    }
    self.init(
      components: [
        Component(
          name: TypeName.display(recording.component), scope: scope,
          root: namer.key(element: recording.root, tag: nil))
      ],
      bindings: bindings, reported: recording.errors)
  }
}
