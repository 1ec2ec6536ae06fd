/// Returns a shared instance for as long as another object holds it.
///
/// It never makes an instance and never keeps one alive, so a request through a `WeakProvider` is not part of
/// a cycle. It returns nil before the instance has been made and after it was released. A ``Provider`` breaks
/// a cycle, too, and makes the instance if there is none.
///
/// It can be used from any thread if its instance is sendable.
public struct WeakProvider<Instance>: ProviderProtocol {
  /// The type of the instance, or nil if there is none.
  public typealias Element = Instance?

  private let getter: () -> Instance?

  init(instance: WeakInstance) {
    getter = { instance.load(Instance.self) }
  }

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

  /// Returns the shared instance, or nil if it has not been made or has been released.
  public func get() -> Instance? {
    getter()
  }
}

// Safety: the getter is marked as sendable, comes from the graph, is that of code in the Swift 5 language mode,
// whose author is responsible, or returns a value whose type is sendable wherever this conformance applies.
extension WeakProvider: @unchecked Sendable where Instance: Sendable {}
