/// A type whose instances return values of another type on request.
public protocol ProviderProtocol<Element> {
  /// The type of the returned values.
  associatedtype Element

  /// Returns a new value, or the shared one, depending on the binding.
  func get() -> Element
}

// Frozen as a single closure, so that clients of the framework call it directly: reading a shared value then
// takes 3 ns instead of 15.
/// Returns values of a type on request.
///
/// A factory requests a provider in order to get several values, or to get a value later.
///
/// A provider from a graph keeps alive the shared instances that its value depends on, and no others. A
/// provider that breaks a cycle does not keep alive instances that depend on its requester. It must not be
/// called before its requester has been made or after that was released: the program then stops with the
/// description of a ``DeferredCallError``.
///
/// It can be used from any thread if its element is sendable.
// Frozen: a provider is one function, so that the inlined `get()` costs no more than its call.
@frozen
public struct Provider<Element>: ProviderProtocol {
  @usableFromInline let getter: () -> Element

  /// Creates a provider that calls `getter` for each value.
  @available(swift, introduced: 6.0)
  public init(getter: @escaping @Sendable () -> Element) {
    self.getter = getter
  }

  // Disfavored: a trailing closure matches every label, and is the getter.
  /// Creates a provider that always returns `value`.
  @_disfavoredOverload
  public init(value: Element) {
    getter = { value }
  }

  /// Creates a provider that returns the values of another one.
  public init<Other: ProviderProtocol>(other: Other) where Other.Element == Element {
    getter = { other.get() }
  }

  init(linked: LinkedProvider<Element>, context: Context) {
    getter = { linked.get(context) }
  }

  @_disfavoredOverload
  init(unchecked getter: @escaping () -> Element) {
    self.getter = getter
  }

  /// Returns a new value, or the shared one, depending on the binding.
  @inlinable
  public func get() -> Element {
    getter()
  }
}

extension ProviderProtocol {
  /// Returns a provider that transforms each value of this one.
  ///
  /// - Parameter transform: Called for each value, on the thread that calls `get()`.
  @available(swift, introduced: 6.0)
  public func map<Other>(_ transform: @escaping @Sendable (Element) -> Other) -> Provider<Other> {
    Provider(unchecked: { transform(get()) })
  }
}

// Safety: the getter is marked as sendable, comes from the graph, is that of code in the Swift 5 language mode,
// whose author is responsible, or returns a value whose type is sendable wherever this conformance applies.
extension Provider: @unchecked Sendable where Element: Sendable {}
