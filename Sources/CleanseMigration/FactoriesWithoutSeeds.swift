// Code in the Swift 5 language mode gets the overloads whose functions need not be sendable, as in the folder
// LanguageMode5 of the core. `strict` calls the function of the core for sendable functions: in a function that only
// the Swift 5 language mode has, both overloads are visible.
//
// Safety: the author of code in the Swift 5 language mode makes sure that the function can be called on any
// thread.

public import Cleanse

extension FactoryBindingBuilder {
  /// Binds the assisted factory without a seed to a function.
  @available(swift, introduced: 6.0)
  @discardableResult
  public func to<each P>(
    factory: @escaping @Sendable (repeat each P) -> Element,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Factory<EmptySeed<Element>>> {
    strict(
      { (arguments: repeat each P) in factory(repeat each arguments) },
      file, path, line)
  }

  /// Binds the assisted factory without a seed to a function, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  public func to<each P>(
    factory: @escaping (repeat each P) -> Element,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Factory<EmptySeed<Element>>> {
    nonisolated(unsafe) let factory = factory
    return strict(
      { (arguments: repeat each P) in unsafe factory(repeat each arguments) },
      file, path, line)
  }

  /// Binds the assisted factory without a seed to a function, and passes a location on.
  @available(swift, introduced: 6.0)
  @discardableResult
  public func to<each P>(
    file: StaticString, line: Int, function: StaticString = #function,
    factory: @escaping @Sendable (repeat each P) -> Element
  ) -> BindingReceipt<Factory<EmptySeed<Element>>> {
    strict(factory, file, file, line)
  }

  /// Binds the assisted factory without a seed to a function, and passes a location on, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @discardableResult
  public func to<each P>(
    file: StaticString, line: Int, function: StaticString = #function,
    factory: @escaping (repeat each P) -> Element
  ) -> BindingReceipt<Factory<EmptySeed<Element>>> {
    nonisolated(unsafe) let factory = factory
    return strict(
      { (arguments: repeat each P) in unsafe factory(repeat each arguments) },
      file, file, line)
  }

  private func strict<each P>(
    _ factory: @escaping @Sendable (repeat each P) -> Element,
    _ file: StaticString, _ path: StaticString, _ line: Int
  ) -> BindingReceipt<Factory<EmptySeed<Element>>> {
    with(EmptySeed<Element>.self).to(factory: factory, file: file, path: path, line: line)
  }
}
