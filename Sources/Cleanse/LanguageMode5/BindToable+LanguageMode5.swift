// The Swift 5 language mode warns about each function that is converted to a sendable one, also where a
// function can be called on any thread. Code in that mode therefore gets the overloads in this folder, whose
// parameters need not be sendable; as everywhere in that mode, its author is responsible for that. Code in the
// Swift 6 language mode gets the others. Factories that can throw are passed on by `strict`: where neither overload is
// unavailable, as in a function that only the Swift 5 language mode has, the two would be ambiguous.

extension BindToable {
  /// Binds the element to a factory, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  @inlinable
  public func to<each P>(
    factory: @escaping (repeat each P) -> Input,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    // Safety: the author of code in that mode makes sure that any thread can call the factory.
    nonisolated(unsafe) let factory = factory
    return draft.complete(Parameters<repeat each P>(), file, line) { context, links in
      var links = links
      return unsafe factory(repeat links.value(in: context) as each P)
    }
  }

  /// Binds the element to a factory that can throw, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  public func to<each P, Failure: Error>(
    factory: @escaping (repeat each P) throws(Failure) -> Input,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    // Safety: the author of code in that mode makes sure that any thread can call the factory.
    nonisolated(unsafe) let factory = factory
    return strict(
      factory: { (arguments: repeat each P) throws(Failure) in
        try unsafe factory(repeat each arguments)
      },
      file: file, line: line)
  }

  /// Binds the element to an asynchronous factory, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  public func to<each P>(
    asyncFactory: @escaping (repeat each P) async throws -> Input,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    // Safety: the author of code in that mode makes sure that any thread can call the factory.
    nonisolated(unsafe) let asyncFactory = asyncFactory
    return strict(
      asyncFactory: { (arguments: repeat each P) in
        try await unsafe asyncFactory(repeat each arguments)
      },
      file: file, line: line)
  }

  private func strict<each P, Failure: Error>(
    factory: @escaping @Sendable (repeat each P) throws(Failure) -> Input,
    file: StaticString, line: Int
  ) -> BindingReceipt<Input> {
    to(factory: factory, file: file, line: line)
  }

  private func strict<each P>(
    asyncFactory: @escaping @Sendable (repeat each P) async throws -> Input,
    file: StaticString, line: Int
  ) -> BindingReceipt<Input> {
    to(asyncFactory: asyncFactory, file: file, line: line)
  }
}

extension CollectionBindToable {
  /// Contributes the element that a factory makes, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  @inlinable
  public func to<each P>(
    factory: @escaping (repeat each P) -> Element,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    // Safety: the author of code in that mode makes sure that any thread can call the factory.
    nonisolated(unsafe) let factory = factory
    return contribute(Parameters<repeat each P>(), file, line) { context, links in
      var links = links
      return unsafe factory(repeat links.value(in: context) as each P)
    }
  }

  /// Contributes the element that a factory makes, which can throw, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  public func to<each P, Failure: Error>(
    factory: @escaping (repeat each P) throws(Failure) -> Element,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    // Safety: the author of code in that mode makes sure that any thread can call the factory.
    nonisolated(unsafe) let factory = factory
    return strict(
      factory: { (arguments: repeat each P) throws(Failure) in
        try unsafe factory(repeat each arguments)
      },
      file: file, line: line)
  }

  /// Contributes the element that an asynchronous factory makes, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  public func to<each P>(
    asyncFactory: @escaping (repeat each P) async throws -> Element,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    // Safety: the author of code in that mode makes sure that any thread can call the factory.
    nonisolated(unsafe) let asyncFactory = asyncFactory
    return strict(
      asyncFactory: { (arguments: repeat each P) in
        try await unsafe asyncFactory(repeat each arguments)
      },
      file: file, line: line)
  }

  private func strict<each P, Failure: Error>(
    factory: @escaping @Sendable (repeat each P) throws(Failure) -> Element,
    file: StaticString, line: Int
  ) -> BindingReceipt<Input> {
    to(factory: factory, file: file, line: line)
  }

  private func strict<each P>(
    asyncFactory: @escaping @Sendable (repeat each P) async throws -> Element,
    file: StaticString, line: Int
  ) -> BindingReceipt<Input> {
    to(asyncFactory: asyncFactory, file: file, line: line)
  }
}

extension AssistedFactoryBindingBuilder {
  /// Binds the assisted factory to a function of the seed alone, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to(
    factory: @escaping (Assisted<F.Seed>) -> F.Element,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Factory<F>> {
    // Safety: the author of code in that mode makes sure that any thread can call the factory.
    nonisolated(unsafe) let factory = factory
    return complete(Parameters<Assisted<F.Seed>>(), Never.self, file, line) { seed, _, _ in
      unsafe factory(Assisted(value: seed))
    }
  }

  /// Binds the assisted factory to a function, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  @inlinable
  public func to<each P, Failure: Error>(
    factory: @escaping (repeat each P) throws(Failure) -> F.Element,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Factory<F>> {
    // Safety: the author of code in that mode makes sure that any thread can call the factory.
    nonisolated(unsafe) let factory = factory
    return complete(Parameters<repeat each P>(), Failure.self, file, line) { seed, context, links in
      var links = links
      return unsafe try factory(
        repeat try links.assistedValue(of: (each P).self, by: seed, in: context))
    }
  }
}

extension PropertyInjectionBindToable {
  /// Binds the injector to a function, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  @inlinable
  public func to<each P>(
    injector: @escaping (Element, repeat each P) -> Void,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<PropertyInjector<Element>> {
    // Safety: the author of code in that mode makes sure that any thread can call the injector.
    nonisolated(unsafe) let injector = injector
    return complete(Parameters<repeat each P>(), file, line) { instance, context, links in
      var links = links
      unsafe injector(instance, repeat links.value(in: context) as each P)
    }
  }

  /// Binds the injector to a method of the instance, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  @inlinable
  public func to<each P>(
    injector: @escaping (Element) -> (repeat each P) -> Void,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<PropertyInjector<Element>> {
    // Safety: the author of code in that mode makes sure that any thread can call the injector.
    nonisolated(unsafe) let injector = injector
    return complete(Parameters<repeat each P>(), file, line) { instance, context, links in
      var links = links
      unsafe injector(instance)(repeat links.value(in: context) as each P)
    }
  }
}
