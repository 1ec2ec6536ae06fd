/// An object graph with a root object, which ``ComponentFactory`` builds.
///
/// Conform to ``RootComponent`` or ``Component`` instead of this protocol.
public protocol ComponentBase: SendableMetatype {
  /// The type of the value that is passed to `build`. Bindings can depend on it like on any bound type.
  associatedtype Seed = Void

  /// The type of the object that `build` returns.
  associatedtype Root

  /// The scope of the component's shared instances.
  associatedtype Scope: ScopeBase = Unscoped

  /// The type of error that `build` throws: `Never`, unless this is a ``ThrowingComponent``.
  associatedtype Failure: ResolutionFailure = Never

  /// Declares the component's bindings.
  ///
  /// It is called each time the graph of the component is recorded, and must not depend on mutable state.
  static func configure(binder: Binder<Scope>)

  /// Binds the root object.
  ///
  /// - Returns: The receipt that one of the binder's `to` functions returned.
  static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root>
}

/// The root component of an application, which has no parent.
public protocol RootComponent: ComponentBase {}

/// A subcomponent: a component with a parent.
///
/// The parent installs it with `install(dependency:)` and can then depend on its `ComponentFactory`. The
/// bindings of a subcomponent can depend on those of its ancestors as on its own. Ancestors can depend on the
/// factory of a subcomponent, but not on its bindings.
public protocol Component: ComponentBase {}

/// A component whose `build` throws, because a factory that its root depends on can throw.
///
/// ```swift
/// enum AppComponent: RootComponent, ThrowingComponent { … }
/// let app = try ComponentFactory.of(AppComponent.self).build()
/// ```
public protocol ThrowingComponent: ComponentBase where Failure == ResolutionError {}

/// A component whose `build` is asynchronous, because it awaits values of asynchronous factories.
///
/// ```swift
/// enum AppComponent: RootComponent, AsyncComponent { … }
/// let app = try await ComponentFactory.of(AppComponent.self).build()
/// ```
public protocol AsyncComponent: ThrowingComponent {}
