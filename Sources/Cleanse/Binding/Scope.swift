/// Everything that can stand as the scope of a component or a module: ``Unscoped`` or a ``Scope``.
public protocol ScopeBase {}

/// The name that the published framework has for ``ScopeBase``.
public typealias _ScopeBase = ScopeBase

/// The lifetime of one component's shared instances.
///
/// Each component that shares instances has a scope type of its own; a binder of that scope offers
/// `sharedInScope()`.
public protocol Scope: ScopeBase {}

/// No scope: every request makes a new object.
public struct Unscoped: ScopeBase {}

/// A ready-made scope, meant for the root component of an application.
public struct Singleton: Scope {}
