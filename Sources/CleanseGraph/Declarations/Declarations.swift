/// What modules declare, as data: of one process, of one plugin, or of many that were recorded apart.
///
/// It says nothing about what provides what. ``Resolver`` decides that.
@frozen package struct Declarations: Sendable {
  /// The root component comes first, and each one before its subcomponents.
  package var components: [BindingGraph.Component]
  /// In the order of declaration, component by component; the declarations of collections and of
  /// optionals come last.
  package var bindings: [Binding]
  package var reported: [Diagnostic]
  package var dropped: [BindingGraph.Dropped]
  /// What names mean that contributors use in another language, as others declare; nil where none uses one.
  package var names: (any GuestNames)?
  /// The space of all keys of the bindings and the components; nil when they are of several or of none.
  package var space: KeySpace?

  package init(
    components: [BindingGraph.Component], bindings: [Binding], reported: [Diagnostic] = [],
    dropped: [BindingGraph.Dropped] = [], names: (any GuestNames)? = nil,
    space: KeySpace? = nil
  ) {
    self.components = components
    self.bindings = bindings
    self.reported = reported
    self.dropped = dropped
    self.names = names
    self.space = space
  }

  /// Whether its indices refer to each other, and each component but the first is installed by one
  /// binding of its parent.
  package var isWellFormed: Bool {
    var isInstalled = Array(repeating: false, count: components.count)
    for binding in bindings {
      guard (binding.kind == .subcomponent) == (binding.subcomponent != nil) else { return false }
      guard let inner = binding.subcomponent else { continue }
      guard components.indices.contains(inner), !isInstalled[inner] else { return false }
      isInstalled[inner] = true
    }
    return refersToItself && isInstalled.dropFirst().allSatisfy(\.self)
  }

  /// Whether its indices refer to each other.
  var refersToItself: Bool {
    !components.isEmpty && components[0].parent == nil
      && components.indices.dropFirst().allSatisfy { index in
        components[index].parent.map { (0..<index).contains($0) } ?? false
      }
      && bindings.indices.allSatisfy { index in
        let component = bindings[index].component
        return bindings[index].id == index && components.indices.contains(component)
          && (bindings[index].subcomponent.map { inner in
            components.indices.contains(inner) && components[inner].parent == component
          } ?? true)
      }
  }

  /// How deep the components are nested, where the declarations are well-formed.
  package var depth: Int {
    var depths: [Int] = []
    for component in components {
      depths.append((component.parent.map { depths[$0] } ?? 0) + 1)
    }
    return depths.max() ?? 0
  }
}

extension Declarations {
  /// Whether both are of one application, in one version: what it declares itself, as far as contributors have no
  /// influence on it, is the same.
  package func isOfSameApplication(as other: Declarations) -> Bool {
    let (own, others) = (ownPlaces, other.ownPlaces)
    return own.count == others.count
      && zip(own, others).allSatisfy { isSame(bindings[$0], other.bindings[$1], in: other) }
  }

  /// The bindings that the application declares itself.
  private var ownPlaces: [Int] { bindings.indices.filter { bindings[$0].provenance.origin == nil } }

  private func isSame(_ left: Binding, _ right: Binding, in other: Declarations) -> Bool {
    left.kind == right.kind && left.scope == right.scope
      && left.requests.count == right.requests.count && left.location == right.location
      && components[left.component].name == other.components[right.component].name
      && (left.key == right.key || left.key.description == right.key.description)
  }
}

extension Declarations: Hashable {
  package static func == (left: Declarations, right: Declarations) -> Bool {
    left.components == right.components && left.bindings == right.bindings
      && left.reported == right.reported && left.dropped == right.dropped
      && (left.names?.isEqual(to: right.names) ?? (right.names == nil))
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(components)
    hasher.combine(bindings)
  }
}
