/// Hands out what is bound under a tag.
public struct TaggedProvider<T: Tag>: ProviderProtocol {
  /// The same without the tag.
  public let asProvider: Provider<T.Element>

  /// Calls the function each time; a test makes one of a value that way.
  public init(getter: @escaping @Sendable () -> T.Element) {
    self.init(Provider(getter: getter))
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
