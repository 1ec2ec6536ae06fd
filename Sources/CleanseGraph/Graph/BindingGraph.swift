// This folder is what all readers share: a `BindingGraph` has declarations and their resolution. Its extensions answer
// questions about groups and paths, and read and write it. A `GraphIndex` refers to a part of it.

/// The graph of declared bindings and their resolution, as an immutable value that validators, the linker,
/// reports and tools share.
///
/// The nodes are ``bindings``. The edges are their ``Binding/requests``: each leads from a binding to the bindings
/// that provide the key, as returned by ``bindings(answering:from:)``. A further edge leads from the factory of a
/// subcomponent to that component's root. The graph holds no live objects and no closures, so it can also come from
/// another process or from a file.
public struct BindingGraph: Sendable {
  /// A component: a root, and the bindings that belong to it.
  public struct Component: Hashable, Sendable, Codable {
    /// The component type's name.
    public package(set) var name: String
    /// The name of the scope of its shared instances; nil for an unscoped component.
    public package(set) var scope: String?
    /// The key of the value that `build` returns.
    public package(set) var root: Key
    /// The parent component; nil for the root component.
    public package(set) var parent: ComponentIndex?
    /// The effect that the caller of `build` handles.
    public package(set) var effect: Effect?

    /// Creates a component, for tools that construct graphs.
    public init(
      name: String, scope: String? = nil, root: Key, parent: ComponentIndex? = nil,
      effect: Effect? = nil
    ) {
      self.name = name
      self.effect = effect
      self.scope = scope
      self.root = root
      self.parent = parent
    }
  }

  /// The declarations of the modules.
  package let declarations: Declarations
  /// The result of resolving the declarations.
  package let resolution: Resolution

  /// The components: the root component first, and each component before its subcomponents.
  public var components: [Component] { declarations.components }
  /// The bindings of all components, in the order of declaration, component by component.
  public var bindings: [Binding] { declarations.bindings }
  /// The errors that modules reported while they were recorded.
  public var reported: [Diagnostic] { declarations.reported }
  /// The bindings of rejected contributors, which provide nothing.
  public var dropped: [Dropped] { declarations.dropped }

  /// The indices of all bindings.
  public var bindingIndices: Range<BindingIndex> { declarations.bindingIndices }
  /// The indices of all components.
  public var componentIndices: Range<ComponentIndex> { declarations.componentIndices }

  /// The binding with this index, which the graph has to have.
  public subscript(index: BindingIndex) -> Binding {
    // Inlined: otherwise a binding is copied to read one of its properties.
    @inline(__always) get { declarations.bindings[index] }
  }

  /// The component with this index, which the graph has to have.
  public subscript(index: ComponentIndex) -> Component { declarations.components[index] }

  /// Resolves declarations.
  ///
  /// - Precondition: The id of each binding is its index in `bindings`, and each component comes after its
  ///   parent.
  package init(_ declarations: consuming Declarations) {
    precondition(
      declarations.hasConsistentIndices,
      "the indices of components and bindings are inconsistent")
    resolution = Resolver.resolve(&declarations)
    self.declarations = declarations
  }

  /// Creates a graph of these declarations, for tools that construct graphs.
  ///
  /// - Precondition: The id of each binding is its index in `bindings`, and each component comes after its
  ///   parent.
  public init(
    components: [Component], bindings: [Binding], reported: [Diagnostic] = [],
    dropped: [Dropped] = []
  ) {
    self.init(
      Declarations(
        components: components, bindings: bindings, reported: reported, dropped: dropped))
  }

  /// The bindings of the key in a component, not including ancestors, in the order of declaration.
  public func bindings(of key: Key, in component: ComponentIndex = .root) -> [Binding] {
    let groups = Array(groups(of: key, in: component))
    let members = groups.flatMap { resolution.members(of: $0) }
    return (groups.count > 1 ? members.sorted() : members).map { bindings[$0] }
  }

  /// Whether the binding is replaced by an override, and thus provides nothing.
  public func isReplaced(_ binding: Binding) -> Bool {
    bindingIndices.contains(binding.id) && resolution.isReplaced[binding.id.number]
  }

  /// The bindings that provide a key to a component: those of the nearest component with a binding of the key, the
  /// component itself or an ancestor. Contributions are in the order of the elements of the collection: those of
  /// ancestors first, and those of one component by ``Binding/order`` and declaration.
  public func bindings(answering key: Key, from component: ComponentIndex = .root) -> [Binding] {
    resolution.bindings(of: answer(to: key, from: component)).map { bindings[$0] }
  }

  /// The bindings that provide a request of a binding, in the order of ``bindings(answering:from:)``.
  public func bindings(answering request: RequestIndex, of binding: Binding) -> [Binding] {
    guard bindingIndices.contains(binding.id),
      bindings[binding.id].requestIndices.contains(request)
    else { return [] }
    return answers(to: request, of: binding.id).map { bindings[$0] }
  }

  /// The ancestors of a component, the nearest first.
  public func ancestors(of component: ComponentIndex) -> [ComponentIndex] {
    Array(sequence(first: component) { components[$0].parent }.dropFirst())
  }

  /// Whether an optional request from the component may be nil.
  public func isOptional(_ key: Key, from component: ComponentIndex = .root) -> Bool {
    ([component] + ancestors(of: component)).contains { component in
      groups(of: key, in: component).contains { resolution.groups[$0].isOptional }
    }
  }

  /// The dependencies of a binding: the bindings that provide its requests, except for weak ones, and the root of
  /// the subcomponent that it builds with its services.
  public func dependencies(of binding: Binding) -> [Binding] {
    guard bindingIndices.contains(binding.id) else { return [] }
    var indices: [BindingIndex] = []
    for (number, answer) in resolution.answers(of: binding.id).enumerated()
    where !bindings[binding.id].requests[number].form.isWeak && !answer.isAbsent {
      indices += resolution.bindings(of: answer.group)
    }
    if let subcomponent = bindings[binding.id].subcomponent {
      indices += resolution.bindings(of: resolution.roots[subcomponent.number].group)
      indices += (resolution.services[subcomponent] ?? []).map(\.binding)
    }
    return indices.map { bindings[$0] }
  }

  /// The keys of a component, in the order in which they were first bound.
  public func keys(of component: ComponentIndex = .root) -> [Key] {
    resolution.groupsOfComponents[component.number].map { resolution.groups[$0].key }
  }

  /// The bindings that depend on the key, in the order of declaration.
  public func bindings(requesting key: Key) -> [Binding] {
    bindings.filter { $0.requests.contains { $0.key == key } }
  }

  /// The indices of the bindings that provide a request, in the order of the elements of a collection.
  func answers(to request: RequestIndex, of binding: BindingIndex) -> [BindingIndex] {
    let answer = resolution.answer(to: request, of: binding)
    return answer.isAbsent ? [] : resolution.bindings(of: answer.group)
  }
}

extension BindingGraph: Hashable {
  /// Compares the declarations, which determine the resolution.
  public static func == (left: BindingGraph, right: BindingGraph) -> Bool {
    left.declarations == right.declarations
  }

  /// Hashes the declarations.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(declarations)
  }
}
