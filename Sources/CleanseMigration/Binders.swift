public import Cleanse
internal import CleanseGraph

/// A module; a scoped one names its scope in the type of its binder.
public protocol ScopedModule: Module {}

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

/// A binder of any scope, for functions and extensions that serve all binders.
///
/// New code writes `extension Binder { … }`, or `func f<S>(_ binder: Binder<S>)`.
public protocol BinderBase {
  /// The scope of the binder.
  associatedtype Scope: ScopeBase
  /// The binder itself.
  var typed: Binder<Scope> { get }
}

/// A binder of a scope that a constraint names, as in `extension BinderType where Scope: Cleanse.Scope { … }`.
///
/// New code writes `extension Binder where S: Cleanse.Scope { … }`.
public protocol BinderType: BinderBase {}

extension Binder: BinderType {
  /// The binder itself.
  public var typed: Binder<S> { self }
}

extension BinderBase {
  /// See `Binder`.
  public func bind<Element>(_ type: Element.Type = Element.self) -> BindingBuilder<Element, Scope> {
    typed.bind(type)
  }

  /// See `Binder`.
  public func bindFactory<Element>(_ type: Element.Type) -> FactoryBindingBuilder<Element> {
    typed.bindFactory(type)
  }

  /// See `Binder`.
  public func bindPropertyInjectionOf<Element>(
    _ type: Element.Type = Element.self
  ) -> PropertyInjectionBindingBuilder<Element> {
    typed.bindPropertyInjectionOf(type)
  }

  /// See `Binder`.
  public func include<M: Module>(module: M.Type) where M.Scope == Scope {
    typed.include(module: module)
  }

  /// See `Binder`.
  public func include<M: Module>(module: M.Type) where M.Scope == Unscoped {
    Binder<Unscoped>(recorder: typed.recorder).include(module: module)
  }

  /// See `Binder`.
  public func install<C: Component>(
    dependency: C.Type,
    file: StaticString = #fileID, line: Int = #line
  ) {
    typed.install(dependency: dependency, file: file, line: line)
  }
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
