/// Hands out what is bound under a tag.
public struct TaggedProvider<T: Tag>: ProviderProtocol {
  /// The same without the tag.
  public let asProvider: Provider<T.Element>

  public init(getter: @escaping @Sendable () -> T.Element) {
    self.init(Provider(getter: getter))
  }

  init(_ provider: Provider<T.Element>) {
    asProvider = provider
  }

  public func get() -> T.Element {
    asProvider.get()
  }
}

extension TaggedProvider: Sendable where T.Element: Sendable {}
