package import CleanseGraph

extension Diagnostic {
  /// The finding about a factory that threw while a contributed validator was made.
  ///
  /// It is located at the binding whose factory threw. Its notes are the bindings that depend on that one.
  ///
  /// - Parameter binding: The contribution that was made; nil for the whole collection.
  static func validatorNotCreated(_ error: any Error, by binding: Binding?) -> Diagnostic {
    let failure = error as? ResolutionError
    // The framework's own binding, which requests the collection, has no location.
    let path = failure?.path.filter { $0.location != nil } ?? []
    let cause = path.last ?? binding.map { ResolutionError.Step($0) }
    return Diagnostic(
      .validatorNotCreated, .error,
      "a contributed validator can't be created: \(failure?.underlying ?? error)",
      at: cause?.location, provenance: cause?.provenance,
      notes: path.dropLast().reversed().map {
        Note("\($0.name) depends on it", at: $0.location, provenance: $0.provenance)
      },
      fix: "correct the cause of the error, or remove the plugin",
      arguments: cause.map { [.init("key", $0.name)] } ?? [])
  }
}

extension Recording {
  /// Makes each contributed validator in a component instance of its own, and returns why those that fail do. Empty if each
  /// can be made alone, or can't be linked.
  package func failedValidators() -> [Diagnostic] {
    let type = (any CleanseBindingPlugin).self
    return graph.contributions(of: type).compactMap { index in
      do {
        _ = try elements(type, ofContribution: index)
        return nil
      } catch {
        return error is UnlinkableContribution
          ? nil : .validatorNotCreated(error, by: graph[index])
      }
    }
  }
}
