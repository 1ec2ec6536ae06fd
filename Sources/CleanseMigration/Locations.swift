// Code in the Swift 5 language mode gets the overloads whose functions need not be sendable, as in the folder
// LanguageMode5 of the core. `strict` is the overload of the core for sendable functions: in a function that only
// the Swift 5 language mode has, both overloads are visible.
//
// Safety: the author of code in the Swift 5 language mode makes sure that the function can be called on any
// thread.

// The location of a binding, in the form of the published framework: `file` is its `#file`, and the function is not
// recorded. `file` and `line` are required, so that a call without them is one of the core.

public import Cleanse

extension BindToable {
  /// Binds the element to a value, and passes a location on.
  @discardableResult
  @_disfavoredOverload
  public func to(
    value: Input, file: StaticString, line: Int, function: StaticString
  ) -> BindingReceipt<Input> {
    to(value: value, file: file, path: file, line: line)
  }

  /// Binds the element to a factory, and passes a location on.
  @available(swift, introduced: 6.0)
  @discardableResult
  public func to<each P>(
    file: StaticString, line: Int, function: StaticString = #function,
    factory: @escaping @Sendable (repeat each P) -> Input
  ) -> BindingReceipt<Input> {
    strict(factory, file, file, line)
  }

  /// Binds the element to a factory, and passes a location on, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  public func to<each P>(
    file: StaticString, line: Int, function: StaticString = #function,
    factory: @escaping (repeat each P) -> Input
  ) -> BindingReceipt<Input> {
    nonisolated(unsafe) let factory = factory
    return strict(
      { (arguments: repeat each P) in unsafe factory(repeat each arguments) },
      file, file, line)
  }

  private func strict<each P>(
    _ factory: @escaping @Sendable (repeat each P) -> Input,
    _ file: StaticString, _ path: StaticString, _ line: Int
  ) -> BindingReceipt<Input> {
    to(factory: factory, file: file, path: path, line: line)
  }
}

extension CollectionBindToable {
  /// Contributes a value as one element, and passes a location on.
  @discardableResult
  @_disfavoredOverload
  public func to(
    value: Element, file: StaticString, line: Int, function: StaticString
  ) -> BindingReceipt<Input> {
    to(value: value, file: file, path: file, line: line)
  }

  /// Contributes the element that a factory makes, and passes a location on.
  @available(swift, introduced: 6.0)
  @discardableResult
  public func to<each P>(
    file: StaticString, line: Int, function: StaticString = #function,
    factory: @escaping @Sendable (repeat each P) -> Element
  ) -> BindingReceipt<Input> {
    strict(factory, file, file, line)
  }

  /// Contributes the element that a factory makes, and passes a location on, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  public func to<each P>(
    file: StaticString, line: Int, function: StaticString = #function,
    factory: @escaping (repeat each P) -> Element
  ) -> BindingReceipt<Input> {
    nonisolated(unsafe) let factory = factory
    return strict(
      { (arguments: repeat each P) in unsafe factory(repeat each arguments) },
      file, file, line)
  }

  private func strict<each P>(
    _ factory: @escaping @Sendable (repeat each P) -> Element,
    _ file: StaticString, _ path: StaticString, _ line: Int
  ) -> BindingReceipt<Input> {
    to(factory: factory, file: file, path: path, line: line)
  }
}

extension PropertyInjectionBindToable {
  /// Binds the injector to a function, and passes a location on.
  @available(swift, introduced: 6.0)
  @discardableResult
  public func to<each P>(
    file: StaticString, line: Int, function: StaticString = #function,
    injector: @escaping @Sendable (Element, repeat each P) -> Void
  ) -> BindingReceipt<PropertyInjector<Element>> {
    strict(injector, file, file, line)
  }

  /// Binds the injector to a function, and passes a location on, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  public func to<each P>(
    file: StaticString, line: Int, function: StaticString = #function,
    injector: @escaping (Element, repeat each P) -> Void
  ) -> BindingReceipt<PropertyInjector<Element>> {
    nonisolated(unsafe) let injector = injector
    return strict(
      { (instance: Element, arguments: repeat each P) in
        unsafe injector(instance, repeat each arguments)
      },
      file, file, line)
  }

  /// Binds the injector to a method of the instance, and passes a location on.
  @available(swift, introduced: 6.0)
  @discardableResult
  public func to<each P>(
    file: StaticString, line: Int, function: StaticString = #function,
    injector: @escaping @Sendable (Element) -> (repeat each P) -> Void
  ) -> BindingReceipt<PropertyInjector<Element>> {
    strict(
      { (instance: Element, arguments: repeat each P) in injector(instance)(repeat each arguments)
      },
      file, file, line)
  }

  /// Binds the injector to a method of the instance, and passes a location on, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  public func to<each P>(
    file: StaticString, line: Int, function: StaticString = #function,
    injector: @escaping (Element) -> (repeat each P) -> Void
  ) -> BindingReceipt<PropertyInjector<Element>> {
    nonisolated(unsafe) let injector = injector
    return strict(
      { (instance: Element, arguments: repeat each P) in
        unsafe injector(instance)(repeat each arguments)
      },
      file, file, line)
  }

  private func strict<each P>(
    _ injector: @escaping @Sendable (Element, repeat each P) -> Void,
    _ file: StaticString, _ path: StaticString, _ line: Int
  ) -> BindingReceipt<PropertyInjector<Element>> {
    to(injector: injector, file: file, path: path, line: line)
  }
}

extension AssistedFactoryBindingBuilder {
  /// Binds the assisted factory to a function, and passes a location on.
  @available(swift, introduced: 6.0)
  @discardableResult
  public func to<each P>(
    file: StaticString, line: Int, function: StaticString = #function,
    factory: @escaping @Sendable (repeat each P) -> F.Element
  ) -> BindingReceipt<Factory<F>> {
    strict(factory, file, file, line)
  }

  /// Binds the assisted factory to a function, and passes a location on, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  public func to<each P>(
    file: StaticString, line: Int, function: StaticString = #function,
    factory: @escaping (repeat each P) -> F.Element
  ) -> BindingReceipt<Factory<F>> {
    nonisolated(unsafe) let factory = factory
    return strict(
      { (arguments: repeat each P) in unsafe factory(repeat each arguments) },
      file, file, line)
  }

  private func strict<each P>(
    _ factory: @escaping @Sendable (repeat each P) -> F.Element,
    _ file: StaticString, _ path: StaticString, _ line: Int
  ) -> BindingReceipt<Factory<F>> {
    to(factory: factory, file: file, path: path, line: line)
  }
}
