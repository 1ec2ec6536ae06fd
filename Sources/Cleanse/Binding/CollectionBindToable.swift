/// The last step of a contribution: an array of elements, or, as offered here, one element.
public protocol CollectionBindToable<Element>: BindToable where Input == [Element] {
  /// The type of one element of the collection.
  associatedtype Element
}

extension CollectionBindToable {
  /// Makes one element by calling `factory` with what its parameters ask for.
  @discardableResult
  @inlinable
  public func to<each P>(
    factory: @escaping @Sendable (repeat each P) -> Element,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<[Element]> {
    to(
      factory: { (arguments: repeat each P) in [factory(repeat each arguments)] },
      file: file, path: path, line: line)
  }

  /// Contributes the value.
  @discardableResult
  public func to(
    value: Element,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<[Element]> {
    to(value: [value], file: file, path: path, line: line)
  }

  /// Contributes what the provider gives at each request.
  @discardableResult
  public func to(
    provider: Provider<Element>,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<[Element]> {
    to(provider: provider.map { [$0] }, file: file, path: path, line: line)
  }
}
