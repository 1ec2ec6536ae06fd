import CleanseGraph

/// The last step of a binding, which provides the element.
///
/// Each `to` function records one binding and returns a receipt for it.
public protocol BindToable<Input>: BindingStep {}

extension BindToable {
  /// Binds the element to a factory, whose parameters are its dependencies.
  ///
  /// A parameter can request a dependency of type `T` as `T`, `Provider<T>`, `() -> T`, `T?` or
  /// `WeakProvider<T>`, and a tagged dependency as `TaggedProvider<Tag>`.
  ///
  /// - Parameters:
  ///   - factory: Makes the element. It is called for each request, or once for each instance of the
  ///     component if the binding is shared. It can be called from any thread.
  ///   - file: The `#fileID` of the statement, filled in by the compiler.
  ///   - line: The line of the statement, filled in by the compiler.
  /// - Returns: The receipt of the completed binding.
  @available(swift, introduced: 6.0)
  @discardableResult
  @inlinable
  public func to<each P>(
    factory: @escaping @Sendable (repeat each P) -> Input,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    // Inlined code is compiled again for each binding, so only the call of the factory is inlined.
    draft.complete(Parameters<repeat each P>(), file, line) { context, links in
      var links = links
      return factory(repeat links.value(in: context) as each P)
    }
  }

  /// Binds the element to a factory that can throw, whose parameters are its dependencies.
  ///
  /// An error thrown by `factory` propagates to the nearest dependent that can handle it: `build` of a
  /// ``ThrowingComponent``, or `get()` of a ``ThrowingProvider``. It arrives as a ``ResolutionError`` with the
  /// path of bindings. A dependent that can neither handle nor propagate the error is an error of the graph.
  ///
  /// - Parameters:
  ///   - factory: Makes the element, or throws. If a shared element can't be made, the next request
  ///     calls the factory again.
  ///   - file: The `#fileID` of the statement, filled in by the compiler.
  ///   - line: The line of the statement, filled in by the compiler.
  /// - Returns: The receipt of the completed binding.
  @available(swift, introduced: 6.0)
  @discardableResult
  public func to<each P, Failure: Error>(
    factory: @escaping @Sendable (repeat each P) throws(Failure) -> Input,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    draft.record(
      Parameters<repeat each P>().requests, effect: .throwing,
      at: RecordedLocation(file: file, line: line)
    ) { linker in
      let dependencies = (repeat linker.effectLink(to: (each P).self))
      return ThrowingLinkedProvider<Input> { context in
        try factory(repeat try (each dependencies).get(context))
      }
    }
    return BindingReceipt()
  }

  /// Binds the element to an asynchronous factory, whose parameters are its dependencies.
  ///
  /// If the binding is shared, `build` of an ``AsyncComponent`` awaits the element once, before it makes the
  /// root, so any binding can depend on it directly. Otherwise each request awaits a new element. Such an
  /// element can be requested by other asynchronous factories, as the root of an ``AsyncComponent``, and as
  /// an ``AsyncProvider``.
  ///
  /// - Parameters:
  ///   - asyncFactory: Makes the element, or throws. It runs outside of any actor.
  ///   - file: The `#fileID` of the statement, filled in by the compiler.
  ///   - line: The line of the statement, filled in by the compiler.
  /// - Returns: The receipt of the completed binding.
  @available(swift, introduced: 6.0)
  @discardableResult
  public func to<each P>(
    asyncFactory: @escaping @Sendable (repeat each P) async throws -> Input,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    draft.record(
      Parameters<repeat each P>().requests, effect: .asynchronous,
      at: RecordedLocation(file: file, line: line)
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
  /// Binds the element to a value, which each request returns.
  ///
  /// - Parameters:
  ///   - value: The value. All instances of the component share it.
  ///   - file: The `#fileID` of the statement, filled in by the compiler.
  ///   - line: The line of the statement, filled in by the compiler.
  /// - Returns: The receipt of the completed binding.
  @discardableResult
  @_disfavoredOverload
  public func to(
    value: Input,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    // Safety: the value is only ever read, and the caller wants it to be shared by all builds.
    nonisolated(unsafe) let value = value
    draft.made(from: .value).record([], at: RecordedLocation(file: file, line: line)) {
      _, _ in unsafe value
    }
    return BindingReceipt()
  }

  /// Binds the element to a provider, whose `get()` is called for each request.
  ///
  /// - Parameters:
  ///   - provider: Returns the element.
  ///   - file: The `#fileID` of the statement, filled in by the compiler.
  ///   - line: The line of the statement, filled in by the compiler.
  /// - Returns: The receipt of the completed binding.
  @discardableResult
  @_disfavoredOverload
  public func to(
    provider: Provider<Input>,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    // Safety: as for a value.
    nonisolated(unsafe) let provider = provider
    draft.made(from: .provider).record([], at: RecordedLocation(file: file, line: line)) {
      _, _ in unsafe provider.get()
    }
    return BindingReceipt()
  }
}

/// The effect of a factory that throws errors of the type; nil for `Never`.
func effect<Failure: Error>(of failure: Failure.Type) -> Effect? {
  failure == Never.self ? nil : .throwing
}
