import CleanseGraph

/// A factory binding that has been started with `bindFactory(_:)`.
public struct FactoryBindingBuilder<Element> {
  let recorder: Recorder

  /// Names the description of the factory.
  public func with<F: AssistedFactory>(_ factory: F.Type) -> AssistedFactoryBindingBuilder<F>
  where F.Element == Element {
    AssistedFactoryBindingBuilder(
      draft: BindingDraft(recorder: recorder, element: Factory<F>.self))
  }
}

/// A factory binding of which only `to(factory:)` is still to be said.
public struct AssistedFactoryBindingBuilder<F: AssistedFactory>: BindingStep {
  /// What has been said so far.
  public var draft: BindingDraft

  /// Makes the element by calling `factory` with what its parameters ask for; a parameter of type
  /// `Assisted<F.Seed>`, at any place, gets what `build` was given.
  @discardableResult
  @inlinable
  public func to<each P, Failure: Error>(
    factory: @escaping @Sendable (repeat each P) throws(Failure) -> F.Element,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Factory<F>> {
    var requests: [any Any.Type] = []
    for request in repeat (each P).self {
      if request != Assisted<F.Seed>.self { requests.append(request) }
    }
    let location = RecordedLocation(file: file, path: path, line: line)
    let step = draft.step(at: location)
    draft.record(
      requests, asks: .later(effect(of: F.Failure.self)), effect: effect(of: Failure.self),
      at: location
    ) { context, links -> Factory<F> in
      Factory(
        linked: { seed in
          var links = links
          return try factory(
            repeat try links.assistedValue(of: (each P).self, by: seed, in: context))
        }, step: step)
    }
    return BindingReceipt()
  }
}
