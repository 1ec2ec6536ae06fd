import Cleanse

/// The failure of a factory that was called as a test.
package struct ExerciseFailure {
  /// The signature of a C function, as it is declared; for a factory in Swift, the key of the binding.
  package let signature: String
  package let location: SourceLocation?
  package let provenance: Provenance
  package let error: any Error
}

extension Recording {
  /// Returns the bindings to C functions that a contributor declares, in ascending order.
  package func functions(from origin: String) -> [BindingIndex] {
    graph.bindingIndices.filter { index in
      let foreign = implementations[index.number].guest as? ForeignBinding
      guard case .function = foreign?.source else { return false }
      return graph[index].provenance.origin == origin
    }
  }

  /// Returns the factories whose values a contributor adds to collections, in ascending order.
  package func contributions(from origin: String) -> [BindingIndex] {
    graph.bindingIndices.filter { index in
      let binding = graph[index]
      return binding.kind == .contribution && binding.source == .factory
        && binding.provenance.origin == origin
    }
  }

  /// Calls the factory of a binding once, if its dependencies can be created.
  ///
  /// All side effects of the factory, such as a crash, affect this process.
  package func failure(ofFactoryAt index: BindingIndex) -> ExerciseFailure? {
    let binding = graph[index]
    do {
      try call(index)
      return nil
    } catch {
      return ExerciseFailure(
        signature: binding.signature ?? "\(binding.key)", location: binding.location,
        provenance: binding.provenance, error: error)
    }
  }

  /// Creates the binding's value in a new component instance, and releases it.
  private func call(_ index: BindingIndex) throws {
    // One linker for each call: a failure leaves it unusable.
    let linker = Linker(self)
    guard let linked = try? linker.linkAlone(index) else { return }
    let group = graph.resolution.groupsOfBindings[index.number]
    try typedKey(of: group).make(linked, in: linker.rootContext())
  }
}

extension TypedKey {
  fileprivate static func make(_ linked: AnyObject, in context: Context) throws {
    _ = try EffectLink<Element>(linked).get(context)
  }
}
