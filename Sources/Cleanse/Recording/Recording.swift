import CleanseGraph

/// What the modules of a root component and of its subcomponents declared, resolved: the graph, and
/// how the value of each of its bindings is made.
package final class Recording: Sendable {
  /// What was declared, and what provides what.
  package let graph: BindingGraph
  /// How the values of the graph's bindings are made, by their indices.
  package let makers: [Maker]
  /// The components of the graph, as they were recorded.
  let components: [RecordedComponent]
  /// What rejected contributors would have bound, by the names that they gave it themselves.
  let dropped: [BindingGraph.Dropped]
  /// How values cross between Swift and the guest language.
  package let guest: (any GuestValues)?
  /// The language of contributors that is not Swift, if one was recorded.
  let language: (any GuestLanguage.Type)?

  /// What a component declares, and what `contribute` adds to it on behalf of others.
  package convenience init<C: ComponentBase>(
    of component: C.Type, contribute: (Recorder) -> Void = { _ in }
  ) {
    let keys = KeyTable()
    self.init(Recorder.record(component, keys: keys, contribute: contribute), keys)
  }

  private init(_ root: RecordedComponent, _ keys: KeyTable) {
    var layout = RecordingLayout(root)
    keys.numberCopies()
    language = keys.language
    guest = keys.language?.values(of: layout.components)
    var declarations = layout.takeDeclarations(keys)
    declarations.names?.resolve(&declarations)
    if let guest {
      for index in layout.makers.indices { guest.complete(&layout.makers[index]) }
    }
    dropped = root.dropped
    makers = layout.makers
    components = layout.components
    graph = BindingGraph(declarations.fillingObjectGraphs(makers))
  }

  /// The static types of a group's key.
  package func typedKey(of group: Int) -> any TypedKey.Type {
    guard let key = graph.resolution.groups[group].key.typed else {
      preconditionFailure("A key was recorded without its type")
    }
    return key
  }
}

/// Puts recorded components into the order of a graph: each component before its subcomponents, their
/// bindings in the order of declaration, and what is declared without a value last.
private struct RecordingLayout {
  private(set) var components: [RecordedComponent] = []
  var makers: [Maker] = []
  private var parents: [Int?] = []
  private var bindings: [Binding] = []

  init(_ root: RecordedComponent) {
    add(root, inside: nil)
    for index in components.indices {
      for declaration in components[index].declarations { append(declaration, to: index) }
    }
  }

  private mutating func add(_ recorded: RecordedComponent, inside parent: Int?) {
    let component = components.count
    components.append(recorded)
    parents.append(parent)
    let first = bindings.count
    bindings.reserveCapacity(first + recorded.bindings.count)
    makers.reserveCapacity(first + recorded.bindings.count)
    for binding in recorded.bindings { append(binding, to: component) }
    for index in first..<bindings.count {
      guard case .subcomponent(let inner) = makers[index].source else { continue }
      bindings[index].subcomponent = components.count
      add(inner, inside: component)
    }
  }

  private mutating func append(_ binding: RecordedBinding, to component: Int) {
    bindings.append(binding.data)
    bindings[bindings.count - 1].id = bindings.count - 1
    bindings[bindings.count - 1].component = component
    makers.append(binding.maker)
  }

  /// The data of all that was added, once: what is changed in it later would otherwise be copied before.
  mutating func takeDeclarations(_ keys: KeyTable) -> Declarations {
    defer { bindings = [] }
    return Declarations(
      components: zip(components, parents).map { component, parent in
        BindingGraph.Component(
          name: TypeName.display(component.type), scope: component.scopeName,
          root: component.root, parent: parent, effect: component.effect)
      },
      bindings: bindings, reported: components[0].errors, dropped: components[0].dropped,
      names: keys.language?.names(of: components, keys), space: keys.space)
  }
}

extension BindingGraph {
  /// The graph of a component, as its modules declare it.
  public init<C: RootComponent>(of component: C.Type) {
    self = Recording(of: component).graph
  }
}
