public import Cleanse

/// A property injector, for code that works with any of them.
public protocol PropertyInjectorProtocol<Element> {
  /// The type of the instances whose properties are injected.
  associatedtype Element

  /// Sets the properties of the instance.
  func injectProperties(into instance: Element)
}

extension PropertyInjector: PropertyInjectorProtocol {}

extension PropertyInjectionReceiptBinder {
  /// An injector has only its own binding.
  @available(
    *, unavailable,
    message: "write further bindings in 'configure(binder:)', which has a binder"
  )
  public var binder: Binder<Unscoped> { fatalError("unavailable") }

  /// The receipt binder has the last steps itself.
  @available(*, unavailable, message: "write 'bind.to(injector: …)'")
  public func toPropertyInjectorBindingBuilder() -> PropertyInjectionBindingBuilder<Element> {
    fatalError("unavailable")
  }
}

/// The last step of a property injection.
@available(*, unavailable, renamed: "PropertyInjectionBindToable")
public typealias PropertyInjectorBindingBuilderProtocol = PropertyInjectionBindToable

/// The result of `bindPropertyInjectionOf`.
@available(*, unavailable, message: "write 'PropertyInjectionBindingBuilder<Element>'")
public struct PropertyInjectorBindingBuilder<B, Element> {}
