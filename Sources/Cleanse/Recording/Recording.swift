import CleanseGraph
internal import CleanseSupport

/// The resolved graph of a root component and its subcomponents, with the implementation of each binding.
///
/// A recording is immutable.
package final class Recording: Sendable {
  /// The declared bindings and their resolution.
  package let graph: BindingGraph
  /// The implementations of the graph's bindings, at the same indices.
  package let implementations: [BindingImplementation]
  /// The types of the components, in the order of the graph.
  package let componentTypes: [any Any.Type]
  /// The bindings of rejected contributors, with the keys as these declared them.
  let dropped: [BindingGraph.Dropped]
  /// How values cross between Swift and the guest language.
  package let guest: (any GuestValues)?
  /// The guest language of the contributors, if one was recorded.
  let language: (any GuestLanguage.Type)?

  /// Records the declarations of a component, and those that `contribute` adds for other contributors.
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
      for index in layout.implementations.indices { guest.complete(&layout.implementations[index]) }
    }
    dropped = root.dropped
    implementations = layout.implementations
    componentTypes = layout.components.map(\.type)
    let span = Trace.begin(.resolve, TypeName.display(root.type))
    graph = BindingGraph(declarations.fillingObjectGraphs(implementations))
    span?.end()
  }

  /// The static types of a group's key.
  package func typedKey(of group: GroupIndex) -> any TypedKey.Type {
    guard let key = graph.resolution.groups[group].key.typed else {
      preconditionFailure("A key was recorded without its type")
    }
    return key
  }
}

/// Arranges recorded components in the order of a graph: each component before its subcomponents, their
/// bindings in the order of declaration, and declarations without a value last.
private struct RecordingLayout {
  private(set) var components: [RecordedComponent] = []
  var implementations: [BindingImplementation] = []
  private var parents: [ComponentIndex?] = []
  private var bindings: [Binding] = []
  /// The replacements of what subcomponents bind.
  private let replacements: [RecordedBinding]

  init(_ root: RecordedComponent) {
    var root = root
    replacements = root.takeReplacements()
    add(root, inside: nil, from: nil, extended: [], among: nil)
    for index in components.indices {
      for declaration in components[index].declarations {
        append(declaration, to: ComponentIndex(index))
      }
    }
  }

  /// - Parameters:
  ///   - origin: The contributor that installs the component; nil for the application.
  ///   - extensions: What ancestors declare for their subcomponents.
  ///   - included: The modules of the ancestors.
  private mutating func add(
    _ recorded: RecordedComponent, inside parent: ComponentIndex?, from origin: String?,
    extended extensions: [RecordedExtension], among included: IncludedModules?
  ) {
    var recorded = recorded.extended(by: extensions, from: origin)
    if let included {
      recorded = included.removingRepeated(from: recorded).replacing(with: replacements)
    }
    let modules = IncludedModules(recorded, inside: included)
    let component = ComponentIndex(components.count)
    components.append(recorded)
    parents.append(parent)
    let first = bindings.count
    bindings.reserveCapacity(first + recorded.bindings.count)
    implementations.reserveCapacity(first + recorded.bindings.count)
    for index in recorded.bindings.indices { append(recorded.bindings[index], to: component) }
    for index in first..<bindings.count {
      guard case .subcomponent(let child) = implementations[index].source else { continue }
      bindings[index].subcomponent = ComponentIndex(components.count)
      add(
        child, inside: component, from: bindings[index].provenance.origin,
        extended: extensions + recorded.extensions, among: modules)
    }
  }

  private mutating func append(_ binding: RecordedBinding, to component: ComponentIndex) {
    bindings.append(binding.data)
    bindings[bindings.count - 1].id = BindingIndex(bindings.count - 1)
    bindings[bindings.count - 1].component = component
    implementations.append(binding.implementation)
  }

  /// Moves out the data of all bindings, so that the caller can change it without a copy. Call it once.
  mutating func takeDeclarations(_ keys: KeyTable) -> Declarations {
    defer { bindings = [] }
    var declarations = Declarations(
      components: zip(components, parents).map { component, parent in
        BindingGraph.Component(
          name: TypeName.display(component.type), scope: component.scopeName,
          root: component.root, parent: parent, effect: component.effect)
      },
      bindings: bindings, reported: components[0].errors, dropped: components[0].dropped,
      names: keys.language?.names(of: components, keys), space: keys.space)
    declarations.sources = components[0].sources
    return declarations
  }
}

extension BindingGraph {
  /// Records the graph of a component, as its modules declare it.
  ///
  /// No factory is called. The graph is not validated.
  public init<C: RootComponent>(of component: C.Type) {
    self = Recording(of: component).graph
  }
}
