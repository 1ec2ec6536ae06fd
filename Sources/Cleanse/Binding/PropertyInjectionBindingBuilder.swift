import CleanseGraph

/// A property injection that has been started with `bindPropertyInjectionOf(_:)`; a terminating
/// `to(injector:)` completes it.
public struct PropertyInjectionBindingBuilder<Element>: PropertyInjectionBindToable {
  /// What has been said so far.
  public var draft: BindingDraft
}

/// Says how the properties of a component's root are injected, where that is a property injector.
public struct PropertyInjectionReceiptBinder<Element>: PropertyInjectionBindToable {
  /// What has been said so far.
  public var draft: BindingDraft
}

/// The last step of a property injection: says what to do to an instance.
public protocol PropertyInjectionBindToable<Element>: BindingStep {
  /// What is injected into.
  associatedtype Element
}

extension PropertyInjectionBindToable {
  /// Calls `injector` with the instance and with what its further parameters ask for.
  @discardableResult
  @inlinable
  public func to<each P>(
    injector: @escaping @Sendable (Element, repeat each P) -> Void,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<PropertyInjector<Element>> {
    draft.record(
      Parameters<repeat each P>().requests, asks: .later(nil),
      at: RecordedLocation(file: file, path: path, line: line)
    ) { context, links -> PropertyInjector<Element> in
      PropertyInjector { instance in
        var links = links
        injector(instance, repeat links.value(in: context) as each P)
      }
    }
    return BindingReceipt()
  }

  /// Calls a method of the instance, as in `to(injector: Screen.injectProperties)`.
  @discardableResult
  @inlinable
  public func to<each P>(
    injector: @escaping @Sendable (Element) -> (repeat each P) -> Void,
    file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line
  ) -> BindingReceipt<PropertyInjector<Element>> {
    to(
      injector: { (instance: Element, arguments: repeat each P) in
        injector(instance)(repeat each arguments)
      }, file: file, path: path, line: line)
  }
}

extension BindToable {
  /// Makes a property injector of what `configure` says, for a root that exists already.
  public func propertyInjector<Element>(
    configuredWith configure:
      (PropertyInjectionReceiptBinder<Element>) -> BindingReceipt<PropertyInjector<Element>>
  ) -> BindingReceipt<PropertyInjector<Element>> where Input == PropertyInjector<Element> {
    configure(PropertyInjectionReceiptBinder(draft: draft))
  }
}
