import CleanseGraph

/// The dependent of the collection `[any CleanseBindingPlugin]`.
///
/// The framework requests the collection with a binding of its own, so that the contributions have a dependent in the
/// graph and are not reported as unused. The validators are made one by one, as each belongs to a plugin.
struct ContributedValidators {}

extension Recorder {
  /// Binds ``ContributedValidators`` and declares the collection that it requests.
  package func recordContributedValidators() {
    Binder<Unscoped>(recorder: self).declareCollection(of: (any CleanseBindingPlugin).self)
    let collection = [any CleanseBindingPlugin].self
    record(
      RecordedBinding(
        Binding(
          key: keys.key(of: ContributedValidators.self), kind: .single, location: nil,
          provenance: Provenance(), requests: [keys.request(for: collection)]),
        implementation: BindingImplementation(
          source: .factory { linker in
            linker.provider { _, _ in ContributedValidators() }
          }, requestTypes: [collection])))
  }
}

extension BindingGraph {
  /// The bindings that contribute to the collection of validators.
  package var contributedValidators: [Binding] {
    let type = TypeName.identity([any CleanseBindingPlugin].self)
    return bindings.indices.filter { index in
      // The kind first, as the keys of a large graph are far from each other in memory.
      guard bindings[index].kind == .contribution else { return false }
      let key = bindings[index].key
      return key.tag == nil && key.type == type
    }.map { bindings[$0] }
  }
}
