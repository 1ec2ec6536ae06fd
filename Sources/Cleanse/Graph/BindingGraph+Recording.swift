extension BindingGraph {
  /// The graph of a component, as its modules declare it.
  public init<C: RootComponent>(of component: C.Type) {
    self.init(Recording(of: component))
  }

  /// The graph of what was recorded.
  ///
  /// - Parameter isLinkable: Whether its requests tell how else they can be understood, as one has to know to
  ///   link it with others. That takes the names of more types.
  package init(_ recording: Recording, isLinkable: Bool = true) {
    var namer = KeyNamer(tellsReadings: isLinkable)
    let keys = recording.slots.map { namer.key($0.key) }
    let scopes = recording.components.map { $0.recorded.scope.map(TypeName.display) }
    var bindings = recording.bindings.enumerated().map { index, binding in
      let recorded = binding.recorded
      return Binding(
        id: index, component: binding.component,
        key: keys[binding.slot],
        kind: Binding.Kind(recorded),
        scope: recorded.isShared ? scopes[binding.component] : nil,
        location: recorded.location?.sourceLocation, provenance: recorded.provenance,
        requests: zip(recorded.requests, binding.targets).map { type, target in
          namer.request(
            type,
            answeredBy: target.map {
              Request.Reading(key: keys[$0.slot], form: $0.form.requestForm)
            })
        },
        effect: recorded.effect, call: Binding.Call(recorded.asks),
        override: recorded.assembler == nil ? recorded.override : nil,
        entry: recorded.entry.map { namer.entry($0) },
        subcomponent: binding.subcomponent, source: recorded.source,
        signature: recorded.foreign?.text,
        silenced: recorded.silenced.isEmpty ? nil : recorded.silenced)
    }
    for (index, component) in recording.components.enumerated() {
      for declaration in component.recorded.declarations {
        bindings.append(
          Binding(
            id: bindings.count, component: index,
            key: namer.key(declaration.key),
            kind: declaration.assembler == nil ? .optional : .declaration,
            location: declaration.location.sourceLocation, provenance: declaration.provenance,
            allowsDuplicateKeys: declaration.allowsDuplicateKeys ? true : nil))
      }
    }
    self.init(
      components: zip(recording.components, scopes).map { component, scope in
        Component(
          name: TypeName.display(component.recorded.type), scope: scope,
          root: namer.key(element: component.recorded.root, tag: nil), parent: component.parent,
          effect: component.recorded.effect)
      },
      bindings: bindings, reported: recording.components[0].recorded.errors + recording.conflicts,
      dropped: recording.components[0].recorded.dropped.map {
        Dropped(
          key: namer.key($0.key),
          location: $0.location?.sourceLocation, provenance: $0.provenance)
      },
      cNames: CNames(recording.components.map(\.recorded), &namer))
  }
}

extension BindingGraph.CNames {
  fileprivate init(_ components: [RecordedComponent], _ namer: inout KeyNamer) {
    for (place, component) in components.enumerated() {
      for recorded in component.bridges {
        func open<B: CBridge>(_ bridge: B.Type) {
          bridges.append(
            Bridge(
              name: B.cName, value: namer.key(element: B.Value.self, tag: nil),
              collection: namer.key(element: [B.Value].self, tag: nil),
              component: place == 0 ? nil : place, location: recorded.location.sourceLocation,
              provenance: recorded.provenance))
        }
        open(recorded.type)
      }
      handles += component.destructors.map {
        Handle(name: $0.name, location: $0.location.sourceLocation, provenance: $0.provenance)
      }
    }
  }
}

extension Binding.Kind {
  fileprivate init(_ recorded: RecordedBinding) {
    switch recorded.maker {
    case .seed: self = .seed
    case .subcomponent: self = .subcomponent
    case .factory, .foreign, .objectGraph:
      self = recorded.assembler == nil ? .single : .contribution
    }
  }
}

extension Binding.Call {
  fileprivate init?(_ time: AskingTime) {
    guard case .later(let effect) = time else { return nil }
    self.init(effect: effect)
  }
}
