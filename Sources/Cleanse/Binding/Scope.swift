/// The scope of a component or a module: ``Unscoped`` or a ``Scope``.
public protocol ScopeBase: SendableMetatype {}

/// The name of ``ScopeBase`` in the published framework.
public typealias _ScopeBase = ScopeBase

/// The lifetime of one component's shared instances.
///
/// Each component that shares instances has its own scope type. A binder with that scope offers
/// `sharedInScope()`.
public protocol Scope: ScopeBase {}

/// The absence of a scope: each request makes a new instance.
public struct Unscoped: ScopeBase {}

/// A predefined scope for the root component of an application.
public struct Singleton: Scope {}
