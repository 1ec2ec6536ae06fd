public import Cleanse
internal import CleanseGraph

extension Binder {
  /// The scope of the binder.
  public typealias Scope = S

  /// Starts a binding of a property injector for the type that `to(injector:)` determines.
  public func bindPropertyInjectionOf<Element>() -> PropertyInjectionBindingBuilder<Element> {
    bindPropertyInjectionOf(Element.self)
  }

  /// Installs a root component as a subcomponent.
  @_disfavoredOverload
  public func install<C: RootComponent>(
    dependency: C.Type,
    file: StaticString = #fileID, line: Int = #line
  ) {
    recorder.install(C.self, at: RecordedLocation(file: file, line: line))
  }

  /// A binder is not erased.
  @available(*, unavailable, message: "pass the binder itself")
  public var binder: Binder<S> { self }

  /// A binder is not converted.
  @available(
    *, unavailable,
    message: "write 'binder.include(module: M.self)' instead of 'M.configure(binder: …)'"
  )
  public init<Other>(binder: Other) {
    fatalError("unavailable")
  }
}

extension ReceiptBinder {
  /// The root has only its own binding.
  @available(
    *, unavailable,
    message: "write further bindings in 'configure(binder:)', which has a binder"
  )
  public var binder: Binder<Unscoped> { fatalError("unavailable") }
}

/// The erased binder of the published framework.
@available(*, unavailable, message: "write 'Binder<S>', where S is the scope of the binder")
public struct AnyBinder {
  /// See `Binder`.
  public init<Other>(binder: Other) {}
  /// See `Binder`.
  public var binder: AnyBinder { self }
  /// See `Binder`.
  public func bind<Element>(
    _ type: Element.Type = Element.self
  ) -> BindingBuilder<Element, Unscoped> {
    fatalError("unavailable")
  }
  /// See `Binder`.
  public func include<M: Module>(module: M.Type) {}
  /// See `Binder`.
  public func install<C: ComponentBase>(dependency: C.Type) {}
}
