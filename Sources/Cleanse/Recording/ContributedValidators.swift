import CleanseGraph

/// The validators that bindings contribute to the collection `[any CleanseBindingPlugin]`.
///
/// The framework asks for them like everybody else: by a binding of its own, so that in the graph
/// the contributions have somebody who needs them.
package struct ContributedValidators {
  package let validators: [any CleanseBindingPlugin]
}

extension Recorder {
  /// Binds ``ContributedValidators``, and declares the collection that they come from.
  package func recordContributedValidators() {
    Binder<Unscoped>(recorder: self).declareCollection(of: (any CleanseBindingPlugin).self)
    let collection = [any CleanseBindingPlugin].self
    record(
      RecordedBinding(
        Binding(
          key: keys.key(of: ContributedValidators.self), kind: .single, location: nil,
          provenance: Provenance(), requests: [keys.request(for: collection)]),
        maker: Maker(
          source: .factory { linker in
            linker.provider { context, links in
              var links = links
              return ContributedValidators(validators: links.value(in: context))
            }
          }, requestTypes: [collection])))
  }
}

extension BindingGraph {
  /// The contributions to the collection of validators.
  package var contributedValidators: [Binding] {
    let type = TypeName.identity([any CleanseBindingPlugin].self)
    return bindings.indices.filter { place in
      let key = bindings[place].key
      return bindings[place].kind == .contribution && key.tag == nil && key.type == type
    }.map { bindings[$0] }
  }
}
