import CleanseGraph

/// The last step of a binding: says how the element is made.
public protocol BindToable<Input>: BindingStep {
  /// What the factory returns.
  associatedtype Input
}

extension BindToable {
  /// Makes the element by calling `factory` with what its parameters ask for.
  ///
  /// A parameter of type `T` can be asked for as `T`, `Provider<T>`, `() -> T`, `T?` or
  /// `WeakProvider<T>`, and what is bound under a tag as `TaggedProvider<Tag>`.
  ///
  @discardableResult
  @inlinable
  public func to<each P>(
    factory: @escaping @Sendable (repeat each P) -> Input,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Input> {
    // What can be inlined is compiled anew for each binding, so that is the call alone.
    draft.complete(Parameters<repeat each P>(), file, path, line) { context, links in
      var links = links
      return factory(repeat links.value(in: context) as each P)
    }
  }

  /// Makes the element by calling `factory`, which can throw, with what its parameters ask for.
  ///
  /// An error reaches whoever asked, with the path: `build` of a ``ThrowingComponent``, or `get()` of a
  /// ``ThrowingProvider``. Whoever could not pass it on is an error of the graph.
  @discardableResult
  public func to<each P, Failure: Error>(
    factory: @escaping @Sendable (repeat each P) throws(Failure) -> Input,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Input> {
    draft.record(
      Parameters<repeat each P>().requests, effect: .throwing,
      at: RecordedLocation(file: file, path: path, line: line)
    ) { linker in
      let dependencies = (repeat linker.effectLink(to: (each P).self))
      return ThrowingLinkedProvider<Input> { context in
        try factory(repeat try (each dependencies).get(context))
      }
    }
    return BindingReceipt()
  }

  /// Makes the element by awaiting `asyncFactory` with what its parameters ask for.
  ///
  /// Where it is shared, `build` of an ``AsyncComponent`` awaits it once, before the root is made, so
  /// that everybody may ask for it like for anything else. Otherwise each request makes a new one and
  /// waits for it: it can be asked for by other asynchronous factories, as the root of an
  /// ``AsyncComponent``, and as an ``AsyncProvider``.
  @discardableResult
  public func to<each P>(
    asyncFactory: @escaping @Sendable (repeat each P) async throws -> Input,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Input> {
    draft.record(
      Parameters<repeat each P>().requests, effect: .asynchronous,
      at: RecordedLocation(file: file, path: path, line: line)
    ) { linker in
      let dependencies = (repeat linker.effectLink(to: (each P).self))
      return AsyncLinkedProvider<Input> { context in
        Box(try await asyncFactory(repeat try await (each dependencies).getAwaiting(context).value))
      }
    }
    return BindingReceipt()
  }

  // Disfavored, as is `to(provider:)`: an unlabelled trailing closure matches every label, and would
  // otherwise be bound as the value where the element's type is inferred.
  /// Hands out the value at each request.
  @discardableResult
  @_disfavoredOverload
  public func to(
    value: Input,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Input> {
    // Safety: the value is only ever read; that several builds share it is what was asked for.
    nonisolated(unsafe) let value = value
    draft.made(from: .value).record([], at: RecordedLocation(file: file, path: path, line: line)) {
      _, _ in unsafe value
    }
    return BindingReceipt()
  }

  /// Asks the provider at each request.
  @discardableResult
  @_disfavoredOverload
  public func to(
    provider: Provider<Input>,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Input> {
    // Safety: as for a value.
    nonisolated(unsafe) let provider = provider
    draft.made(from: .provider).record([], at: RecordedLocation(file: file, path: path, line: line))
    {
      _, _ in unsafe provider.get()
    }
    return BindingReceipt()
  }
}

/// What a factory does that throws such errors.
@usableFromInline
func effect<Failure: Error>(of failure: Failure.Type) -> Effect? {
  failure == Never.self ? nil : .throwing
}
