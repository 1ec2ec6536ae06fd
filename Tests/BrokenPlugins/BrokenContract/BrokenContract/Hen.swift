/// Needs an ``Egg``.
public protocol Hen: Sendable {}

/// Needs a ``Hen``.
public protocol Egg: Sendable {}
