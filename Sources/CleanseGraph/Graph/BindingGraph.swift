/// What was declared and what the resolver decided about it, as a value: the one thing that
/// validators, the linker, reports and tools read.
///
/// The nodes are ``bindings``. The edges are their ``Binding/requests``: one goes from a binding to
/// every binding that provides the key, as ``bindings(answering:from:)`` returns them; a further one goes
/// from the factory of a subcomponent to that component's root. The graph holds no live object
/// and no closure, so it can come from another process or from a file as well.
public struct BindingGraph: Sendable {
  /// A component: a root, and the bindings that belong to it.
  public struct Component: Hashable, Sendable, Codable {
    /// The component type's name.
    public var name: String
    /// The name of the scope of its shared instances; nothing if it has none.
    public var scope: String?
    /// The key that `build` returns the value of.
    public var root: Key
    /// The place of the component around it; nothing for the root component.
    public var parent: Int?
    /// What whoever calls `build` copes with.
    public var effect: Effect?

    /// A component, for tools that make up a graph of their own.
    public init(
      name: String, scope: String? = nil, root: Key, parent: Int? = nil, effect: Effect? = nil
    ) {
      self.name = name
      self.effect = effect
      self.scope = scope
      self.root = root
      self.parent = parent
    }
  }

  /// What was declared.
  package let declarations: Declarations
  /// What the resolver decided.
  package let resolution: Resolution

  /// The root component comes first, and each one before its subcomponents.
  public var components: [Component] { declarations.components }
  /// In the order of declaration, component by component.
  public var bindings: [Binding] { declarations.bindings }
  /// What the modules themselves reported while they were being recorded.
  public var reported: [Diagnostic] { declarations.reported }
  /// What contributors would have bound that were rejected. It provides nothing.
  public var dropped: [Dropped] { declarations.dropped }

  /// Resolves declarations.
  ///
  /// - Precondition: Each binding's id is its index in `bindings`, and each component comes after its
  ///   parent.
  package init(_ declarations: consuming Declarations) {
    precondition(declarations.refersToItself, "the graph's indices do not refer to each other")
    resolution = Resolver.resolve(&declarations)
    self.declarations = declarations
  }

  /// A graph of these parts, for tools that make up one of their own.
  ///
  /// - Precondition: Each binding's id is its index in `bindings`, and each component comes after its
  ///   parent.
  public init(
    components: [Component], bindings: [Binding], reported: [Diagnostic] = [],
    dropped: [Dropped] = []
  ) {
    self.init(
      Declarations(
        components: components, bindings: bindings, reported: reported, dropped: dropped))
  }

  /// The bindings of the key in a component itself, in the order of declaration.
  public func bindings(of key: Key, in component: Int = 0) -> [Binding] {
    guard let group = group(of: key, in: component) else { return [] }
    return resolution.members(of: group).map { bindings[$0] }
  }

  /// Whether an override is in effect instead of the binding, so that it provides nothing.
  public func isReplaced(_ binding: Binding) -> Bool {
    bindings.indices.contains(binding.id) && resolution.isReplaced[binding.id]
  }

  /// The overrides in effect, each with what it replaces in its component.
  public var overrides: [(override: Binding, replaced: [Binding])] {
    bindings.filter { $0.override != nil && !isReplaced($0) }.map { override in
      (override, bindings(of: override.key, in: override.component).filter(isReplaced))
    }
  }

  /// The bindings that provide a key to a component: those of the nearest component that has
  /// some, itself or an ancestor. Contributions come in the order in which the collection has them:
  /// those of ancestors first, and those of one component by ``Binding/order`` and declaration.
  public func bindings(answering key: Key, from component: Int = 0) -> [Binding] {
    resolution.bindings(of: answer(to: key, from: component)).map { bindings[$0] }
  }

  /// The bindings that provide one request of a binding, as ``bindings(answering:from:)`` has them.
  public func bindings(answering request: Int, of binding: Binding) -> [Binding] {
    guard bindings.indices.contains(binding.id),
      bindings[binding.id].requests.indices.contains(request)
    else { return [] }
    return answers(to: request, of: binding.id).map { bindings[$0] }
  }

  /// The ancestors of a component, the nearest first.
  public func ancestors(of component: Int) -> [Int] {
    Array(sequence(first: component) { components[$0].parent }.dropFirst())
  }

  /// Whether an optional request from the component may be nil.
  public func isOptional(_ key: Key, from component: Int = 0) -> Bool {
    ([component] + ancestors(of: component)).contains { component in
      group(of: key, in: component).map { resolution.groups[$0].isOptional } ?? false
    }
  }

  /// What the binding leads to: all that provides its requests but the weak ones, and the root of the
  /// subcomponent that it builds.
  public func dependencies(of binding: Binding) -> [Binding] {
    guard bindings.indices.contains(binding.id) else { return [] }
    var places: [Int] = []
    for (number, answer) in resolution.answers(of: binding.id).enumerated()
    where bindings[binding.id].requests[number].form != .weakProvider && !answer.isAbsent {
      places += resolution.bindings(of: answer.group)
    }
    if let inner = bindings[binding.id].subcomponent {
      places += resolution.bindings(of: resolution.roots[inner].group)
    }
    return places.map { bindings[$0] }
  }

  /// The keys of a component, in the order in which they were first bound.
  public func keys(of component: Int = 0) -> [Key] {
    resolution.groupsOfComponents[component].map { resolution.groups[$0].key }
  }

  /// The bindings that depend on the key, in the order of declaration.
  public func bindings(requesting key: Key) -> [Binding] {
    bindings.filter { $0.requests.contains { $0.key == key } }
  }

  /// The indices of the bindings that provide a request, in the order in which a collection has them.
  func answers(to request: Int, of binding: Int) -> [Int] {
    let answer = resolution.answer(to: request, of: binding)
    return answer.isAbsent ? [] : resolution.bindings(of: answer.group)
  }
}

extension BindingGraph: Hashable {
  /// Compares what was declared: what is decided about it follows.
  public static func == (left: BindingGraph, right: BindingGraph) -> Bool {
    left.declarations == right.declarations
  }

  /// Hashes what was declared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(declarations)
  }
}
