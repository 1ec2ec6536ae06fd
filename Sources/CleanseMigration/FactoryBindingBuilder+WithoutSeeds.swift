// Code in the Swift 5 language mode gets the overloads whose functions need not be sendable: its author makes sure that
// they can be called on any thread. This module itself is compiled in that mode.

public import Cleanse

extension FactoryBindingBuilder {
  /// Binds the assisted factory without a seed to a function.
  @available(swift, introduced: 6.0)
  @discardableResult
  public func to<each P>(
    factory: @escaping @Sendable (repeat each P) -> Element,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Factory<EmptySeed<Element>>> {
    with(EmptySeed<Element>.self).to(factory: factory, file: file, line: line)
  }

  /// Binds the assisted factory without a seed to a function, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  public func to<each P>(
    factory: @escaping (repeat each P) -> Element,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Factory<EmptySeed<Element>>> {
    with(EmptySeed<Element>.self).to(factory: factory, file: file, line: line)
  }

  /// Binds the assisted factory without a seed to a function, and passes a location on.
  @available(swift, introduced: 6.0)
  @discardableResult
  public func to<each P>(
    file: StaticString, line: Int, function: StaticString = #function,
    factory: @escaping @Sendable (repeat each P) -> Element
  ) -> BindingReceipt<Factory<EmptySeed<Element>>> {
    with(EmptySeed<Element>.self).to(factory: factory, file: file, line: line)
  }

  /// Binds the assisted factory without a seed to a function, and passes a location on, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  public func to<each P>(
    file: StaticString, line: Int, function: StaticString = #function,
    factory: @escaping (repeat each P) -> Element
  ) -> BindingReceipt<Factory<EmptySeed<Element>>> {
    with(EmptySeed<Element>.self).to(factory: factory, file: file, line: line)
  }
}
