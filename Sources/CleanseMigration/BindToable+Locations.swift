// Code in the Swift 5 language mode gets the overloads whose functions need not be sendable: its author makes sure that
// they can be called on any thread. This module itself is compiled in that mode, so both can call `forward`.

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
    to(value: value, file: file, line: line)
  }

  /// Binds the element to a factory, and passes a location on.
  @available(swift, introduced: 6.0)
  @discardableResult
  public func to<each P>(
    file: StaticString, line: Int, function: StaticString = #function,
    factory: @escaping @Sendable (repeat each P) -> Input
  ) -> BindingReceipt<Input> {
    forward(factory, file, line)
  }

  /// Binds the element to a factory, and passes a location on, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  public func to<each P>(
    file: StaticString, line: Int, function: StaticString = #function,
    factory: @escaping (repeat each P) -> Input
  ) -> BindingReceipt<Input> {
    forward(factory, file, line)
  }

  private func forward<each P>(
    _ factory: @escaping (repeat each P) -> Input,
    _ file: StaticString, _ line: Int
  ) -> BindingReceipt<Input> {
    to(factory: factory, file: file, line: line)
  }
}

extension CollectionBindToable {
  /// Contributes a value as one element, and passes a location on.
  @discardableResult
  @_disfavoredOverload
  public func to(
    value: Element, file: StaticString, line: Int, function: StaticString
  ) -> BindingReceipt<Input> {
    to(value: value, file: file, line: line)
  }

  /// Contributes the element that a factory makes, and passes a location on.
  @available(swift, introduced: 6.0)
  @discardableResult
  public func to<each P>(
    file: StaticString, line: Int, function: StaticString = #function,
    factory: @escaping @Sendable (repeat each P) -> Element
  ) -> BindingReceipt<Input> {
    forward(factory, file, line)
  }

  /// Contributes the element that a factory makes, and passes a location on, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  public func to<each P>(
    file: StaticString, line: Int, function: StaticString = #function,
    factory: @escaping (repeat each P) -> Element
  ) -> BindingReceipt<Input> {
    forward(factory, file, line)
  }

  private func forward<each P>(
    _ factory: @escaping (repeat each P) -> Element,
    _ file: StaticString, _ line: Int
  ) -> BindingReceipt<Input> {
    to(factory: factory, file: file, line: line)
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
    forward(injector, file, line)
  }

  /// Binds the injector to a function, and passes a location on, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  public func to<each P>(
    file: StaticString, line: Int, function: StaticString = #function,
    injector: @escaping (Element, repeat each P) -> Void
  ) -> BindingReceipt<PropertyInjector<Element>> {
    forward(injector, file, line)
  }

  /// Binds the injector to a method of the instance, and passes a location on.
  @available(swift, introduced: 6.0)
  @discardableResult
  public func to<each P>(
    file: StaticString, line: Int, function: StaticString = #function,
    injector: @escaping @Sendable (Element) -> (repeat each P) -> Void
  ) -> BindingReceipt<PropertyInjector<Element>> {
    forward(injector, file, line)
  }

  /// Binds the injector to a method of the instance, and passes a location on, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  public func to<each P>(
    file: StaticString, line: Int, function: StaticString = #function,
    injector: @escaping (Element) -> (repeat each P) -> Void
  ) -> BindingReceipt<PropertyInjector<Element>> {
    forward(injector, file, line)
  }

  private func forward<each P>(
    _ injector: @escaping (Element) -> (repeat each P) -> Void,
    _ file: StaticString, _ line: Int
  ) -> BindingReceipt<PropertyInjector<Element>> {
    to(injector: injector, file: file, line: line)
  }

  private func forward<each P>(
    _ injector: @escaping (Element, repeat each P) -> Void,
    _ file: StaticString, _ line: Int
  ) -> BindingReceipt<PropertyInjector<Element>> {
    to(injector: injector, file: file, line: line)
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
    forward(factory, file, line)
  }

  /// Binds the assisted factory to a function, and passes a location on, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  public func to<each P>(
    file: StaticString, line: Int, function: StaticString = #function,
    factory: @escaping (repeat each P) -> F.Element
  ) -> BindingReceipt<Factory<F>> {
    forward(factory, file, line)
  }

  private func forward<each P>(
    _ factory: @escaping (repeat each P) -> F.Element,
    _ file: StaticString, _ line: Int
  ) -> BindingReceipt<Factory<F>> {
    to(factory: factory, file: file, line: line)
  }
}
