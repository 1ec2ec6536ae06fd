import CleanseGraph

/// A factory binding that was started with `bindFactory(_:)`.
public struct FactoryBindingBuilder<Element> {
  let recorder: Recorder

  /// Selects the type that describes the factory.
  public func with<F: AssistedFactory>(_ factory: F.Type) -> AssistedFactoryBindingBuilder<F>
  where F.Element == Element {
    AssistedFactoryBindingBuilder(draft: BindingDraft(recorder: recorder))
  }
}

/// A factory binding that only lacks its final `to(factory:)`.
public struct AssistedFactoryBindingBuilder<F: AssistedFactory>: BindingStep {
  /// The binding provides the factory.
  public typealias Input = Factory<F>

  /// The binding as configured so far.
  public let draft: BindingDraft<Factory<F>>

  /// Returns the step with another configuration of its binding.
  public func replacing(draft: BindingDraft<Factory<F>>) -> Self { Self(draft: draft) }

  /// Binds `Factory<F>` to a function that makes one element for each call of `build`.
  ///
  /// A parameter of type `Assisted<F.Seed>`, at any position, receives the seed that was passed to `build`. All
  /// other parameters are dependencies. They are requested when `build` is called.
  ///
  /// - Parameters:
  ///   - factory: Makes an element. It can throw if `F` is a ``ThrowingAssistedFactory``.
  ///   - file: The `#fileID` of the statement, filled in by the compiler.
  ///   - line: The line of the statement, filled in by the compiler.
  /// - Returns: The receipt of the completed binding.
  @available(swift, introduced: 6.0)
  @discardableResult
  @inlinable
  public func to<each P, Failure: Error>(
    factory: @escaping @Sendable (repeat each P) throws(Failure) -> F.Element,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Factory<F>> {
    complete(Parameters<repeat each P>(), Failure.self, file, line) { seed, context, links in
      var links = links
      return try factory(repeat try links.assistedValue(of: (each P).self, by: seed, in: context))
    }
  }

  /// Binds `Factory<F>` to a function of the seed alone. The parameter of a closure needs no type.
  @available(swift, introduced: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to(
    factory: @escaping @Sendable (Assisted<F.Seed>) -> F.Element,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Factory<F>> {
    complete(Parameters<Assisted<F.Seed>>(), Never.self, file, line) { seed, _, _ in
      factory(Assisted(value: seed))
    }
  }

  /// Completes the binding.
  ///
  /// - Parameters:
  ///   - parameters: The types of the parameters, with that of the seed.
  ///   - failure: The type of the errors that the factory throws.
  ///   - make: Calls the factory with the seed, and with links to the providers of the other parameters.
  @usableFromInline
  func complete<each P, Failure: Error>(
    _ parameters: Parameters<repeat each P>, _ failure: Failure.Type,
    _ file: StaticString, _ line: Int,
    make: @escaping @Sendable (F.Seed, Context, Links) throws -> F.Element
  ) -> BindingReceipt<Factory<F>> {
    let location = RecordedLocation(file: file, line: line)
    let step = draft.step(at: location)
    let requests = parameters.requests.filter { $0 != Assisted<F.Seed>.self }
    if F.Seed.self != Void.self,
      !parameters.requests.contains(where: { $0 is any SeedParameter.Type })
    {
      reportUnusedSeed(requests, at: location)
    }
    draft.record(
      requests, effect: effect(of: failure), requesting: .later(effect(of: F.Failure.self)),
      at: location
    ) { linker in
      // What a factory makes can make others with the same factory, to any depth, only if it is a member of a cycle.
      guard linker.progress.openCycle != nil else {
        return linker.provider { context, links in
          Factory<F>(linked: { seed in try make(seed, context, links) }, step: step)
        }
      }
      return linker.provider { context, links in
        Factory<F>(
          linked: { seed in try DeepStack.call { try make(seed, context, links) } }, step: step)
      }
    }
    return BindingReceipt()
  }

  private func reportUnusedSeed(_ requests: [any Any.Type], at location: RecordedLocation) {
    let (factory, seed) = (TypeName.display(F.self), TypeName.display(F.Seed.self))
    let element = TypeName.display(F.Element.self)
    draft.parts.recorder.addError(
      .unusedSeed, "no parameter takes the seed of \(factory)", at: location.sourceLocation,
      fix: requests.contains { $0 == F.Seed.self }
        ? "make the parameter of type \(seed) an Assisted<\(seed)>"
        : "add a parameter of type Assisted<\(seed)>, or bind \(element) itself if it needs no seed"
    )
  }
}
