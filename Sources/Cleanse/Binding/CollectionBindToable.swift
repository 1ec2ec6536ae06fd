/// The last step of a contribution, which provides one element or a whole collection of them.
///
/// The functions of this protocol contribute one element; those of ``BindToable`` contribute a collection.
public protocol CollectionBindToable<Element>: BindToable {
  /// The type of one contributed element; of one value for a dictionary.
  associatedtype Element

  /// Returns a collection with one element.
  var collect: @Sendable (Element) -> Input { get }
}

extension CollectionBindToable {
  /// Contributes one element, made by a factory whose parameters are its dependencies.
  ///
  /// - Parameters:
  ///   - factory: Makes the element.
  ///   - file: The `#fileID` of the statement, filled in by the compiler.
  ///   - line: The line of the statement, filled in by the compiler.
  /// - Returns: The receipt of the completed binding.
  @available(swift, introduced: 6.0)
  @discardableResult
  @inlinable
  public func to<each P>(
    factory: @escaping @Sendable (repeat each P) -> Element,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    contribute(Parameters<repeat each P>(), file, line) { context, links in
      var links = links
      return factory(repeat links.value(in: context) as each P)
    }
  }

  /// Completes the contribution of one element whose factory has no effect.
  @usableFromInline
  func contribute<each P>(
    _ parameters: Parameters<repeat each P>,
    _ file: StaticString, _ line: Int,
    make: @escaping @Sendable (Context, Links) -> Element
  ) -> BindingReceipt<Input> {
    let collect = collect
    return single.draft.complete(parameters, file, line) { context, links in
      collect(make(context, links))
    }
  }

  /// Contributes one element, made by a factory that can throw and whose parameters are its dependencies.
  ///
  /// An error propagates to the dependents of the collection. A dependent that requests
  /// `[ThrowingProvider<Element>]` gets the other elements all the same.
  ///
  /// - Parameters:
  ///   - factory: Makes the element, or throws.
  ///   - file: The `#fileID` of the statement, filled in by the compiler.
  ///   - line: The line of the statement, filled in by the compiler.
  /// - Returns: The receipt of the completed binding.
  @available(swift, introduced: 6.0)
  @discardableResult
  public func to<each P, Failure: Error>(
    factory: @escaping @Sendable (repeat each P) throws(Failure) -> Element,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    let collect = collect
    return single.to(
      factory: { (arguments: repeat each P) throws(Failure) in
        collect(try factory(repeat each arguments))
      },
      file: file, line: line)
  }

  /// Contributes one element, made by an asynchronous factory whose parameters are its dependencies.
  ///
  /// The contribution has to be shared, so that `build` of an ``AsyncComponent`` awaits it.
  ///
  /// - Parameters:
  ///   - asyncFactory: Makes the element, or throws. It runs outside of any actor.
  ///   - file: The `#fileID` of the statement, filled in by the compiler.
  ///   - line: The line of the statement, filled in by the compiler.
  /// - Returns: The receipt of the completed binding.
  @available(swift, introduced: 6.0)
  @discardableResult
  public func to<each P>(
    asyncFactory: @escaping @Sendable (repeat each P) async throws -> Element,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    let collect = collect
    return single.to(
      asyncFactory: { (arguments: repeat each P) in
        collect(try await asyncFactory(repeat each arguments))
      },
      file: file, line: line)
  }

  // Disfavored for the same reason as in `BindToable`.
  /// Contributes a value as one element.
  ///
  /// - Returns: The receipt of the completed binding.
  @discardableResult
  @_disfavoredOverload
  public func to(
    value: Element,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    single.to(value: collect(value), file: file, line: line)
  }

  /// Contributes one element, which the provider returns for each request.
  ///
  /// - Returns: The receipt of the completed binding.
  @discardableResult
  @_disfavoredOverload
  public func to(
    provider: Provider<Element>,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<Input> {
    single.to(provider: provider.map(collect), file: file, line: line)
  }

  /// The contribution marked as a single element, which can be requested separately from the others.
  var single: Self {
    replacing(draft: draft.changing { $0.options.isSingleElement = true })
  }

  /// Sets the order of the contribution among those of its component.
  ///
  /// Contributions with equal order, which is zero by default, appear in the order of declaration.
  ///
  /// - Parameter order: The lower, the earlier.
  public func ordered(_ order: Int) -> Self {
    replacing(draft: draft.changing { $0.options.order = order })
  }
}
