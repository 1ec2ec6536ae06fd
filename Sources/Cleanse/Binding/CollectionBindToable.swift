/// The last step of a contribution: a whole collection of elements, or, as offered here, one.
public protocol CollectionBindToable<Element>: BindToable {
  /// The type of one contribution; of one value, for a dictionary.
  associatedtype Element

  /// Makes a collection of one element.
  var collect: @Sendable (Element) -> Input { get }
}

extension CollectionBindToable {
  /// Makes one element by calling `factory` with what its parameters ask for.
  @discardableResult
  @inlinable
  public func to<each P>(
    factory: @escaping @Sendable (repeat each P) -> Element,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Input> {
    let collect = collect
    return single.to(
      factory: { (arguments: repeat each P) in collect(factory(repeat each arguments)) },
      file: file, path: path, line: line)
  }

  /// Makes one element by calling `factory`, which can throw, with what its parameters ask for.
  @discardableResult
  public func to<each P, Failure: Error>(
    factory: @escaping @Sendable (repeat each P) throws(Failure) -> Element,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Input> {
    let collect = collect
    return single.to(
      factory: { (arguments: repeat each P) throws(Failure) in
        collect(try factory(repeat each arguments))
      },
      file: file, path: path, line: line)
  }

  /// Makes one element by awaiting `asyncFactory` with what its parameters ask for; it has to be
  /// shared, so that `build` awaits it.
  @discardableResult
  public func to<each P>(
    asyncFactory: @escaping @Sendable (repeat each P) async throws -> Element,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Input> {
    let collect = collect
    return single.to(
      asyncFactory: { (arguments: repeat each P) in
        collect(try await asyncFactory(repeat each arguments))
      },
      file: file, path: path, line: line)
  }

  // Disfavored for the same reason as in `BindToable`.
  /// Contributes the value.
  @discardableResult
  @_disfavoredOverload
  public func to(
    value: Element,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Input> {
    single.to(value: collect(value), file: file, path: path, line: line)
  }

  /// Contributes what the provider gives at each request.
  @discardableResult
  @_disfavoredOverload
  public func to(
    provider: Provider<Element>,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<Input> {
    single.to(provider: provider.map(collect), file: file, path: path, line: line)
  }

  /// The contribution as one of a single element, which can be requested apart from the others.
  @usableFromInline
  var single: Self {
    var copy = self
    copy.draft.parts.isSingleElement = true
    return copy
  }

  /// Places the contribution among those of its component: they come by this number, which is zero
  /// where nothing is said, and by the order of declaration where it is equal.
  public func ordered(_ order: Int) -> Self {
    var copy = self
    copy.draft.parts.order = order
    return copy
  }
}
