// Code in the Swift 5 language mode gets the overloads whose functions need not be sendable, as in the folder
// LanguageMode5 of the core. `strict` is the overload of the core for sendable functions: in a function that only
// the Swift 5 language mode has, both overloads are visible.
//
// Safety: the author of code in the Swift 5 language mode makes sure that the function can be called on any
// thread.

// A parameter of a function type that is not escaping, as in `{ (make: () -> Letter) in … }` and in an initializer
// `init(make: () -> Letter)`, at the first positions. Disfavored: a closure without types is one of the core.

public import Cleanse

extension BindToable {
  /// Binds the element to a factory whose first parameter is a function that does not escape.
  @available(swift, introduced: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<Value, each P>(
    factory: @escaping @Sendable (() -> Value, repeat each P) -> Input,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Input> {
    strict(
      { (make: @escaping () -> Value, arguments: repeat each P) in
        factory(make, repeat each arguments)
      },
      file, path, line)
  }

  /// Binds the element to a factory whose first parameter is a function that does not escape, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<Value, each P>(
    factory: @escaping (() -> Value, repeat each P) -> Input,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Input> {
    nonisolated(unsafe) let factory = factory
    return strict(
      { (make: @escaping () -> Value, arguments: repeat each P) in
        unsafe factory(make, repeat each arguments)
      },
      file, path, line)
  }

  /// Binds the element to a factory whose second parameter is a function that does not escape.
  @available(swift, introduced: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<A, Value, each P>(
    factory: @escaping @Sendable (A, () -> Value, repeat each P) -> Input,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Input> {
    strict(
      { (a: A, make: @escaping () -> Value, arguments: repeat each P) in
        factory(a, make, repeat each arguments)
      },
      file, path, line)
  }

  /// Binds the element to a factory whose second parameter is a function that does not escape, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<A, Value, each P>(
    factory: @escaping (A, () -> Value, repeat each P) -> Input,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Input> {
    nonisolated(unsafe) let factory = factory
    return strict(
      { (a: A, make: @escaping () -> Value, arguments: repeat each P) in
        unsafe factory(a, make, repeat each arguments)
      },
      file, path, line)
  }

  /// Binds the element to a factory whose third parameter is a function that does not escape.
  @available(swift, introduced: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<A, B, Value, each P>(
    factory: @escaping @Sendable (A, B, () -> Value, repeat each P) -> Input,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Input> {
    strict(
      { (a: A, b: B, make: @escaping () -> Value, arguments: repeat each P) in
        factory(a, b, make, repeat each arguments)
      },
      file, path, line)
  }

  /// Binds the element to a factory whose third parameter is a function that does not escape, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<A, B, Value, each P>(
    factory: @escaping (A, B, () -> Value, repeat each P) -> Input,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Input> {
    nonisolated(unsafe) let factory = factory
    return strict(
      { (a: A, b: B, make: @escaping () -> Value, arguments: repeat each P) in
        unsafe factory(a, b, make, repeat each arguments)
      },
      file, path, line)
  }

  private func strict<each P>(
    _ factory: @escaping @Sendable (repeat each P) -> Input,
    _ file: StaticString, _ path: StaticString, _ line: Int
  ) -> BindingReceipt<Input> {
    to(factory: factory, file: file, path: path, line: line)
  }
}

extension CollectionBindToable {
  /// Contributes the element of a factory whose first parameter is a function that does not escape.
  @available(swift, introduced: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<Value, each P>(
    factory: @escaping @Sendable (() -> Value, repeat each P) -> Element,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Input> {
    strict(
      { (make: @escaping () -> Value, arguments: repeat each P) in
        factory(make, repeat each arguments)
      },
      file, path, line)
  }

  /// Contributes the element of a factory whose first parameter is a function that does not escape, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<Value, each P>(
    factory: @escaping (() -> Value, repeat each P) -> Element,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Input> {
    nonisolated(unsafe) let factory = factory
    return strict(
      { (make: @escaping () -> Value, arguments: repeat each P) in
        unsafe factory(make, repeat each arguments)
      },
      file, path, line)
  }

  /// Contributes the element of a factory whose second parameter is a function that does not escape.
  @available(swift, introduced: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<A, Value, each P>(
    factory: @escaping @Sendable (A, () -> Value, repeat each P) -> Element,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Input> {
    strict(
      { (a: A, make: @escaping () -> Value, arguments: repeat each P) in
        factory(a, make, repeat each arguments)
      },
      file, path, line)
  }

  /// Contributes the element of a factory whose second parameter is a function that does not escape, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<A, Value, each P>(
    factory: @escaping (A, () -> Value, repeat each P) -> Element,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Input> {
    nonisolated(unsafe) let factory = factory
    return strict(
      { (a: A, make: @escaping () -> Value, arguments: repeat each P) in
        unsafe factory(a, make, repeat each arguments)
      },
      file, path, line)
  }

  private func strict<each P>(
    _ factory: @escaping @Sendable (repeat each P) -> Element,
    _ file: StaticString, _ path: StaticString, _ line: Int
  ) -> BindingReceipt<Input> {
    to(factory: factory, file: file, path: path, line: line)
  }
}

extension AssistedFactoryBindingBuilder {
  /// Binds the assisted factory to a function whose first parameter is a function that does not escape.
  @available(swift, introduced: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<Value, each P>(
    factory: @escaping @Sendable (() -> Value, repeat each P) -> F.Element,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Factory<F>> {
    strict(
      { (make: @escaping () -> Value, arguments: repeat each P) in
        factory(make, repeat each arguments)
      },
      file, path, line)
  }

  /// Binds the assisted factory to a function whose first parameter is a function that does not escape, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<Value, each P>(
    factory: @escaping (() -> Value, repeat each P) -> F.Element,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Factory<F>> {
    nonisolated(unsafe) let factory = factory
    return strict(
      { (make: @escaping () -> Value, arguments: repeat each P) in
        unsafe factory(make, repeat each arguments)
      },
      file, path, line)
  }

  /// Binds the assisted factory to a function whose second parameter is a function that does not escape.
  @available(swift, introduced: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<A, Value, each P>(
    factory: @escaping @Sendable (A, () -> Value, repeat each P) -> F.Element,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Factory<F>> {
    strict(
      { (a: A, make: @escaping () -> Value, arguments: repeat each P) in
        factory(a, make, repeat each arguments)
      },
      file, path, line)
  }

  /// Binds the assisted factory to a function whose second parameter is a function that does not escape, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<A, Value, each P>(
    factory: @escaping (A, () -> Value, repeat each P) -> F.Element,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Factory<F>> {
    nonisolated(unsafe) let factory = factory
    return strict(
      { (a: A, make: @escaping () -> Value, arguments: repeat each P) in
        unsafe factory(a, make, repeat each arguments)
      },
      file, path, line)
  }

  private func strict<each P>(
    _ factory: @escaping @Sendable (repeat each P) -> F.Element,
    _ file: StaticString, _ path: StaticString, _ line: Int
  ) -> BindingReceipt<Factory<F>> {
    to(factory: factory, file: file, path: path, line: line)
  }
}

extension PropertyInjectionBindToable {
  /// Binds the injector to a function whose second parameter is a function that does not escape.
  @available(swift, introduced: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<Value, each P>(
    injector: @escaping @Sendable (Element, () -> Value, repeat each P) -> Void,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<PropertyInjector<Element>> {
    strict(
      { (instance: Element, make: @escaping () -> Value, arguments: repeat each P) in
        injector(instance, make, repeat each arguments)
      },
      file, path, line)
  }

  /// Binds the injector to a function whose second parameter is a function that does not escape, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<Value, each P>(
    injector: @escaping (Element, () -> Value, repeat each P) -> Void,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<PropertyInjector<Element>> {
    nonisolated(unsafe) let injector = injector
    return strict(
      { (instance: Element, make: @escaping () -> Value, arguments: repeat each P) in
        unsafe injector(instance, make, repeat each arguments)
      },
      file, path, line)
  }

  /// Binds the injector to a function whose third parameter is a function that does not escape.
  @available(swift, introduced: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<A, Value, each P>(
    injector: @escaping @Sendable (Element, A, () -> Value, repeat each P) -> Void,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<PropertyInjector<Element>> {
    strict(
      { (instance: Element, a: A, make: @escaping () -> Value, arguments: repeat each P) in
        injector(instance, a, make, repeat each arguments)
      },
      file, path, line)
  }

  /// Binds the injector to a function whose third parameter is a function that does not escape, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<A, Value, each P>(
    injector: @escaping (Element, A, () -> Value, repeat each P) -> Void,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<PropertyInjector<Element>> {
    nonisolated(unsafe) let injector = injector
    return strict(
      { (instance: Element, a: A, make: @escaping () -> Value, arguments: repeat each P) in
        unsafe injector(instance, a, make, repeat each arguments)
      },
      file, path, line)
  }

  private func strict<each P>(
    _ injector: @escaping @Sendable (Element, repeat each P) -> Void,
    _ file: StaticString, _ path: StaticString, _ line: Int
  ) -> BindingReceipt<PropertyInjector<Element>> {
    to(injector: injector, file: file, path: path, line: line)
  }
}
