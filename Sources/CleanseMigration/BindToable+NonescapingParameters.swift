// Code in the Swift 5 language mode gets the overloads whose functions need not be sendable: its author makes sure that
// they can be called on any thread. This module itself is compiled in that mode, so both can call `forward`.

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
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    forward(factory as (@escaping () -> Value, repeat each P) -> Input, file, line)
  }

  /// Binds the element to a factory whose first parameter is a function that does not escape, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<Value, each P>(
    factory: @escaping (() -> Value, repeat each P) -> Input,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    forward(factory as (@escaping () -> Value, repeat each P) -> Input, file, line)
  }

  /// Binds the element to a factory whose second parameter is a function that does not escape.
  @available(swift, introduced: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<A, Value, each P>(
    factory: @escaping @Sendable (A, () -> Value, repeat each P) -> Input,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    forward(factory as (A, @escaping () -> Value, repeat each P) -> Input, file, line)
  }

  /// Binds the element to a factory whose second parameter is a function that does not escape, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<A, Value, each P>(
    factory: @escaping (A, () -> Value, repeat each P) -> Input,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    forward(factory as (A, @escaping () -> Value, repeat each P) -> Input, file, line)
  }

  /// Binds the element to a factory whose third parameter is a function that does not escape.
  @available(swift, introduced: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<A, B, Value, each P>(
    factory: @escaping @Sendable (A, B, () -> Value, repeat each P) -> Input,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    forward(factory as (A, B, @escaping () -> Value, repeat each P) -> Input, file, line)
  }

  /// Binds the element to a factory whose third parameter is a function that does not escape, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<A, B, Value, each P>(
    factory: @escaping (A, B, () -> Value, repeat each P) -> Input,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    forward(factory as (A, B, @escaping () -> Value, repeat each P) -> Input, file, line)
  }

  private func forward<each P>(
    _ factory: @escaping (repeat each P) -> Input,
    _ file: StaticString, _ line: Int
  ) -> BindingReceipt<Input> {
    to(factory: factory, file: file, line: line)
  }
}

extension CollectionBindToable {
  /// Contributes the element of a factory whose first parameter is a function that does not escape.
  @available(swift, introduced: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<Value, each P>(
    factory: @escaping @Sendable (() -> Value, repeat each P) -> Element,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    forward(factory as (@escaping () -> Value, repeat each P) -> Element, file, line)
  }

  /// Contributes the element of a factory whose first parameter is a function that does not escape, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<Value, each P>(
    factory: @escaping (() -> Value, repeat each P) -> Element,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    forward(factory as (@escaping () -> Value, repeat each P) -> Element, file, line)
  }

  /// Contributes the element of a factory whose second parameter is a function that does not escape.
  @available(swift, introduced: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<A, Value, each P>(
    factory: @escaping @Sendable (A, () -> Value, repeat each P) -> Element,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    forward(factory as (A, @escaping () -> Value, repeat each P) -> Element, file, line)
  }

  /// Contributes the element of a factory whose second parameter is a function that does not escape, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<A, Value, each P>(
    factory: @escaping (A, () -> Value, repeat each P) -> Element,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    forward(factory as (A, @escaping () -> Value, repeat each P) -> Element, file, line)
  }

  private func forward<each P>(
    _ factory: @escaping (repeat each P) -> Element,
    _ file: StaticString, _ line: Int
  ) -> BindingReceipt<Input> {
    to(factory: factory, file: file, line: line)
  }
}

extension AssistedFactoryBindingBuilder {
  /// Binds the assisted factory to a function whose first parameter is a function that does not escape.
  @available(swift, introduced: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<Value, each P>(
    factory: @escaping @Sendable (() -> Value, repeat each P) -> F.Element,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Factory<F>> {
    forward(factory as (@escaping () -> Value, repeat each P) -> F.Element, file, line)
  }

  /// Binds the assisted factory to a function whose first parameter is a function that does not escape, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<Value, each P>(
    factory: @escaping (() -> Value, repeat each P) -> F.Element,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Factory<F>> {
    forward(factory as (@escaping () -> Value, repeat each P) -> F.Element, file, line)
  }

  /// Binds the assisted factory to a function whose second parameter is a function that does not escape.
  @available(swift, introduced: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<A, Value, each P>(
    factory: @escaping @Sendable (A, () -> Value, repeat each P) -> F.Element,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Factory<F>> {
    forward(factory as (A, @escaping () -> Value, repeat each P) -> F.Element, file, line)
  }

  /// Binds the assisted factory to a function whose second parameter is a function that does not escape, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<A, Value, each P>(
    factory: @escaping (A, () -> Value, repeat each P) -> F.Element,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Factory<F>> {
    forward(factory as (A, @escaping () -> Value, repeat each P) -> F.Element, file, line)
  }

  private func forward<each P>(
    _ factory: @escaping (repeat each P) -> F.Element,
    _ file: StaticString, _ line: Int
  ) -> BindingReceipt<Factory<F>> {
    to(factory: factory, file: file, line: line)
  }
}

extension PropertyInjectionBindToable {
  /// Binds the injector to a function whose second parameter is a function that does not escape.
  @available(swift, introduced: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<Value, each P>(
    injector: @escaping @Sendable (Element, () -> Value, repeat each P) -> Void,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<PropertyInjector<Element>> {
    forward(injector as (Element, @escaping () -> Value, repeat each P) -> Void, file, line)
  }

  /// Binds the injector to a function whose second parameter is a function that does not escape, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<Value, each P>(
    injector: @escaping (Element, () -> Value, repeat each P) -> Void,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<PropertyInjector<Element>> {
    forward(injector as (Element, @escaping () -> Value, repeat each P) -> Void, file, line)
  }

  /// Binds the injector to a function whose third parameter is a function that does not escape.
  @available(swift, introduced: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<A, Value, each P>(
    injector: @escaping @Sendable (Element, A, () -> Value, repeat each P) -> Void,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<PropertyInjector<Element>> {
    forward(injector as (Element, A, @escaping () -> Value, repeat each P) -> Void, file, line)
  }

  /// Binds the injector to a function whose third parameter is a function that does not escape, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  @_disfavoredOverload
  public func to<A, Value, each P>(
    injector: @escaping (Element, A, () -> Value, repeat each P) -> Void,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<PropertyInjector<Element>> {
    forward(injector as (Element, A, @escaping () -> Value, repeat each P) -> Void, file, line)
  }

  private func forward<each P>(
    _ injector: @escaping (Element, repeat each P) -> Void,
    _ file: StaticString, _ line: Int
  ) -> BindingReceipt<PropertyInjector<Element>> {
    to(injector: injector, file: file, line: line)
  }
}
