public import Cleanse

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
