import CleanseGraph

/// The validators that bindings contribute to the collection `[any CleanseBindingPlugin]`.
///
/// The framework requests them with a binding of its own, so that the contributions have a dependent in the
/// graph and are not reported as unused.
package struct ContributedValidators {
  package let validators: [any CleanseBindingPlugin]
}

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
            linker.provider { context, links in
              var links = links
              return ContributedValidators(validators: links.value(in: context))
            }
          }, requestTypes: [collection])))
  }
}

extension BindingGraph {
  /// The bindings that contribute to the collection of validators.
  package var contributedValidators: [Binding] {
    let type = TypeName.identity([any CleanseBindingPlugin].self)
    return bindings.indices.filter { index in
      let key = bindings[index].key
      return bindings[index].kind == .contribution && key.tag == nil && key.type == type
    }.map { bindings[$0] }
  }
}
