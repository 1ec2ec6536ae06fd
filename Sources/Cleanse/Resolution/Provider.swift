/// Something that hands out values of one type.
public protocol ProviderProtocol<Element> {
  /// The type of what is handed out.
  associatedtype Element

  /// The value: a new one, or the shared one, as its binding says.
  func get() -> Element
}

// Frozen: that it is one closure is promised to all that is compiled against the framework. Reading a
// shared value takes 3 ns then and 15 otherwise, as nothing stands between the reader and the closure.
/// Hands out values of a type: what a factory asks for to get several of them, or one later.
///
/// A provider that came from a graph keeps alive the shared instances that it needs, and no others. One
/// that breaks a cycle does not keep alive what depends on its requester. It must not be called before its
/// requester has been made, or after that is gone: the program then stops with the description of a
/// ``DeferredCallError``.
/// It can be used from any thread if its element can.
@frozen
public struct Provider<Element>: ProviderProtocol {
  @usableFromInline let getter: () -> Element

  /// Calls the function each time.
  public init(getter: @escaping @Sendable () -> Element) {
    self.getter = getter
  }

  /// Hands out the value each time.
  public init(value: Element) {
    getter = { value }
  }

  /// Hands out what the other provider does.
  public init<Other: ProviderProtocol>(other: Other) where Other.Element == Element {
    getter = { other.get() }
  }

  init(linked: LinkedProvider<Element>, context: Context) {
    getter = { linked.get(context) }
  }

  fileprivate init(unchecked getter: @escaping () -> Element) {
    self.getter = getter
  }

  /// The value: a new one, or the shared one, as its binding says.
  @inlinable
  public func get() -> Element {
    getter()
  }
}

extension ProviderProtocol {
  /// A provider of what `transform` makes of each value.
  public func map<Other>(_ transform: @escaping @Sendable (Element) -> Other) -> Provider<Other> {
    Provider(unchecked: { transform(get()) })
  }
}

// Safety: the getter is marked as sendable, comes from the graph, or hands out a value of a type
// that is sendable where this conformance holds.
extension Provider: @unchecked Sendable where Element: Sendable {}
