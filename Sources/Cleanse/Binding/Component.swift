/// An object graph with a root: what ``ComponentFactory`` builds.
public protocol ComponentBase: SendableMetatype {
  /// What `build` is given; it can be asked for like anything that is bound.
  associatedtype Seed = Void

  /// The type of the object that `build` returns.
  associatedtype Root

  /// The scope of the component's shared instances.
  associatedtype Scope: ScopeBase = Unscoped

  /// What `build` can throw; nothing, unless it is a ``ThrowingComponent``.
  associatedtype Failure: ResolutionFailure = Never

  /// Declares the component's bindings.
  static func configure(binder: Binder<Scope>)

  /// Says how the root object is made.
  static func configureRoot(binder bind: ReceiptBinder<Root>) -> BindingReceipt<Root>
}

/// The outermost component of an application.
public protocol RootComponent: ComponentBase {}

/// A component inside of another one.
///
/// The component that installs it with `install(dependency:)` can request its `ComponentFactory`. Its
/// bindings depend on those of its ancestors as on its own; these can depend on its factory, but not on its
/// bindings.
public protocol Component: ComponentBase {}

/// A component whose `build` throws, as something on the way to its root can.
///
/// ```swift
/// enum AppComponent: RootComponent, ThrowingComponent { … }
/// let app = try ComponentFactory.of(AppComponent.self).build(())
/// ```
public protocol ThrowingComponent: ComponentBase where Failure == ResolutionError {}

/// A component whose `build` has to be awaited, as it awaits what asynchronous factories make.
///
/// ```swift
/// enum AppComponent: RootComponent, AsyncComponent { … }
/// let app = try await ComponentFactory.of(AppComponent.self).build(())
/// ```
public protocol AsyncComponent: ThrowingComponent {}
