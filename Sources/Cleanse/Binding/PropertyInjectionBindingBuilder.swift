import CleanseGraph

/// A property injection that was started with `bindPropertyInjectionOf(_:)`.
///
/// Complete it with `to(injector:)`.
public struct PropertyInjectionBindingBuilder<Element>: PropertyInjectionBindToable {
  /// The binding as configured so far.
  public let draft: BindingDraft<PropertyInjector<Element>>

  /// Returns the step with another configuration of its binding.
  public func replacing(draft: BindingDraft<PropertyInjector<Element>>) -> Self {
    Self(draft: draft)
  }
}

/// Binds a property injector, as the root of a component or for `configured(with:)`.
public struct PropertyInjectionReceiptBinder<Element>: PropertyInjectionBindToable {
  /// The binding as configured so far.
  public let draft: BindingDraft<PropertyInjector<Element>>

  /// Returns the step with another configuration of its binding.
  public func replacing(draft: BindingDraft<PropertyInjector<Element>>) -> Self {
    Self(draft: draft)
  }
}

/// The last step of a property injection, which provides the injector.
public protocol PropertyInjectionBindToable<Element>: BindingStep
where Input == PropertyInjector<Element> {
  /// The type of the instances whose properties are injected.
  associatedtype Element
}

extension PropertyInjectionBindToable {
  /// Binds the property injector to a function, which is called for each injection.
  ///
  /// - Parameters:
  ///   - injector: Sets the properties of the instance. Its further parameters are dependencies,
  ///     which are requested for each injection.
  ///   - file: The `#fileID` of the statement, filled in by the compiler.
  ///   - line: The line of the statement, filled in by the compiler.
  /// - Returns: The receipt of the completed binding.
  @available(swift, introduced: 6.0)
  @discardableResult
  @inlinable
  public func to<each P>(
    injector: @escaping @Sendable (Element, repeat each P) -> Void,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<PropertyInjector<Element>> {
    complete(Parameters<repeat each P>(), file, line) { instance, context, links in
      var links = links
      injector(instance, repeat links.value(in: context) as each P)
    }
  }

  /// Completes the binding.
  ///
  /// - Parameter inject: Calls the injector with the instance, and with links to the providers of its further
  ///   parameters.
  @usableFromInline
  func complete<each P>(
    _ parameters: Parameters<repeat each P>,
    _ file: StaticString, _ line: Int,
    inject: @escaping @Sendable (Element, Context, Links) -> Void
  ) -> BindingReceipt<PropertyInjector<Element>> {
    draft.record(
      parameters.requests, requesting: .later(nil),
      at: RecordedLocation(file: file, line: line)
    ) { context, links in
      PropertyInjector<Element> { instance in inject(instance, context, links) }
    }
    return BindingReceipt()
  }

  /// Binds the property injector to a method of the instance, as in `to(injector: Screen.injectProperties)`.
  ///
  /// - Parameters:
  ///   - injector: The method. Its parameters are dependencies, which are requested for each injection.
  ///   - file: The `#fileID` of the statement, filled in by the compiler.
  ///   - line: The line of the statement, filled in by the compiler.
  /// - Returns: The receipt of the completed binding.
  @available(swift, introduced: 6.0)
  @discardableResult
  @inlinable
  public func to<each P>(
    injector: @escaping @Sendable (Element) -> (repeat each P) -> Void,
    file: StaticString = #fileID, line: Int = #line
  ) -> BindingReceipt<PropertyInjector<Element>> {
    to(
      injector: { (instance: Element, arguments: repeat each P) in
        injector(instance)(repeat each arguments)
      }, file: file, line: line)
  }
}

extension BindToable {
  /// Binds a property injector as the root, for a root object that exists before the component is built.
  ///
  /// - Parameter configure: Binds the injector. It is called before this function returns.
  /// - Returns: The receipt of the completed binding.
  public func propertyInjector<Element>(
    configuredWith configure:
      (PropertyInjectionReceiptBinder<Element>) -> BindingReceipt<PropertyInjector<Element>>
  ) -> BindingReceipt<PropertyInjector<Element>> where Input == PropertyInjector<Element> {
    configure(PropertyInjectionReceiptBinder(draft: draft))
  }
}
