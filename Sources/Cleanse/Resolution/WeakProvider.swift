/// Returns a shared instance for as long as something else keeps it alive.
///
/// It never keeps its instance alive, but a ``Provider`` or a factory of the same graph can, even one that does not depend
/// on the instance. If there has been none, ``get()`` makes it, unless its factory can throw or has
/// to be awaited. After the instance was released, it returns nil. A ``Provider`` makes the instance again, and keeps
/// alive what that depends on.
///
/// It can be used from any thread if its instance is sendable.
public struct WeakProvider<Instance>: ProviderProtocol {
  /// The type of the instance, or nil if there is none.
  public typealias Element = Instance?

  private let getter: () -> Instance?

  @_disfavoredOverload
  init(unchecked getter: @escaping () -> Instance?) {
    self.getter = getter
  }

  /// Creates a provider that returns what `getter` returns, for use in tests without a graph.
  @available(swift, introduced: 6.0)
  public init(getter: @escaping @Sendable () -> Instance?) {
    self.getter = getter
  }

  // Disfavored: a trailing closure matches every label, and is the getter.
  /// Creates a provider that always returns `value`, and keeps it alive, for use in tests without a graph.
  @_disfavoredOverload
  public init(value: Instance?) {
    getter = { value }
  }

  /// Creates a provider that returns the values of another one, for use in tests without a graph.
  public init<Other: ProviderProtocol>(other: Other) where Other.Element == Instance? {
    getter = { other.get() }
  }

  /// Returns the shared instance, and makes it if there has been none.
  ///
  /// - Returns: Nil if the instance has been released; if it has not been made and can't be, as its factory can throw
  ///   or has to be awaited; and while the requester or another member of their cycle is being made.
  public func get() -> Instance? {
    getter()
  }
}

// Safety: the getter is marked as sendable, comes from the graph, is that of code in the Swift 5 language mode,
// whose author is responsible, or returns a value whose type is sendable wherever this conformance applies.
extension WeakProvider: @unchecked Sendable where Instance: Sendable {}
