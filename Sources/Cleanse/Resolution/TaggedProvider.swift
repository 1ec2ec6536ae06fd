import CleanseGraph

/// Hands out what is bound under a tag.
public struct TaggedProvider<T: Tag>: ProviderProtocol {
  /// The same without the tag.
  public let asProvider: Provider<T.Element>

  /// Calls the function each time; a test makes one of a value that way.
  public init(getter: @escaping @Sendable () -> T.Element) {
    self.init(Provider(getter: getter))
  }

  /// Hands out the value each time.
  public init(value: T.Element) {
    self.init(Provider(value: value))
  }

  /// Hands out what the other provider does.
  public init<Other: ProviderProtocol>(other: Other) where Other.Element == T.Element {
    self.init(Provider(other: other))
  }

  init(_ provider: Provider<T.Element>) {
    asProvider = provider
  }

  /// The value: a new one, or the shared one, as its binding says.
  public func get() -> T.Element {
    asProvider.get()
  }
}

extension TaggedProvider: Sendable where T.Element: Sendable {}
