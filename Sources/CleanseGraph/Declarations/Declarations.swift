// This folder is what modules declare, as data: `Declarations` have components and bindings, a `Binding` has requests.
// They come from a recording, or from documents, which `DeclarationMerger` merges. Names of another language are
// `GuestNames` until they are resolved. Nothing here knows which binding provides what.

/// The declarations of modules, as data: of one process, of one plugin, or merged from separate recordings.
///
/// They do not determine which binding provides which request; ``Resolver`` does.
@frozen package struct Declarations: Sendable {
  /// The root component comes first, and each one before its subcomponents.
  package var components: [BindingGraph.Component]
  /// In the order of declaration, component by component; the declarations of collections and of
  /// optionals come last.
  package var bindings: [Binding]
  package var reported: [Diagnostic]
  package var dropped: [BindingGraph.Dropped]
  /// The names that contributors declare and use in the guest language; nil if no contributor uses one.
  package var names: (any GuestNames)?
  /// The space of all keys of the bindings and the components; nil if they are of several spaces or of none.
  package var space: KeySpace?
  /// Where the source files of contributors lie.
  package var sources = SourceFiles()

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

  /// The indices of all bindings.
  package var bindingIndices: Range<BindingIndex> { BindingIndex(0)..<BindingIndex(bindings.count) }

  /// The indices of all components.
  package var componentIndices: Range<ComponentIndex> {
    ComponentIndex(0)..<ComponentIndex(components.count)
  }

  /// Whether the indices are consistent, and each component except the first is installed by exactly one binding
  /// of its parent.
  package var isWellFormed: Bool {
    var isInstalled = Array(repeating: false, count: components.count)
    for binding in bindings {
      guard (binding.kind == .subcomponent) == (binding.subcomponent != nil) else { return false }
      guard let subcomponent = binding.subcomponent else { continue }
      guard componentIndices.contains(subcomponent), !isInstalled[subcomponent.number] else {
        return false
      }
      isInstalled[subcomponent.number] = true
    }
    return hasConsistentIndices && isInstalled.dropFirst().allSatisfy(\.self)
  }

  /// Whether the indices of bindings and components are consistent.
  var hasConsistentIndices: Bool {
    !components.isEmpty && components[0].parent == nil
      && componentIndices.dropFirst().allSatisfy { index in
        components[index].parent.map { $0 < index } ?? false
      }
      && bindingIndices.allSatisfy { index in
        let component = bindings[index].component
        return bindings[index].id == index && componentIndices.contains(component)
          && (bindings[index].subcomponent.map { subcomponent in
            componentIndices.contains(subcomponent)
              && components[subcomponent].parent == component
          } ?? true)
      }
  }

  /// The depth of the nesting of components.
  ///
  /// - Precondition: The declarations are well-formed.
  package var depth: Int {
    var depths: [Int] = []
    for component in components {
      depths.append((component.parent.map { depths[$0.number] } ?? 0) + 1)
    }
    return depths.max() ?? 0
  }
}

extension Declarations {
  /// Whether both are of the same version of the same application: the application's own declarations are the
  /// same, except for what contributors can influence.
  package func isOfSameApplication(as other: Declarations) -> Bool {
    let (own, others) = (ownBindings, other.ownBindings)
    return own.count == others.count
      && zip(own, others).allSatisfy { isSame(bindings[$0], other.bindings[$1], in: other) }
  }

  /// The indices of the bindings that the application itself declares.
  private var ownBindings: [BindingIndex] {
    bindingIndices.filter { bindings[$0].provenance.origin == nil }
  }

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
