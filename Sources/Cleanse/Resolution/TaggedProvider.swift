import CleanseGraph

/// Returns values that are bound with a tag.
///
/// It can be used from any thread if its element is sendable.
// Frozen, as `Provider` is: the element's type would be looked up at each call.
@frozen
public struct TaggedProvider<T: Tag>: ProviderProtocol {
  /// The provider without the tag.
  public let asProvider: Provider<T.Element>

  /// Creates a provider that calls `getter` for each value, for use in tests.
  @available(swift, introduced: 6.0)
  public init(getter: @escaping @Sendable () -> T.Element) {
    self.init(Provider(getter: getter))
  }

  /// Creates a provider that always returns `value`.
  public init(value: T.Element) {
    self.init(Provider(value: value))
  }

  /// Creates a provider that returns the values of another one.
  public init<Other: ProviderProtocol>(other: Other) where Other.Element == T.Element {
    self.init(Provider(other: other))
  }

  init(_ provider: Provider<T.Element>) {
    asProvider = provider
  }

  /// Returns a new value, or the shared one, depending on the binding.
  @inlinable
  public func get() -> T.Element {
    asProvider.get()
  }
}

extension TaggedProvider: Sendable where T.Element: Sendable {}
