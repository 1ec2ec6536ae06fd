public import Cleanse
public import CleanseGraph

extension TaggedProvider {
  /// Returns the provider without the tag.
  public func asProvider() -> Provider<T.Element> { asProvider }
}

// Disfavored, as an unlabelled trailing closure matches every label.
extension ProviderProtocol {
  /// Returns a provider that transforms each value of this one.
  @available(swift, introduced: 6.0)
  @_disfavoredOverload
  public func map<Other>(
    transform: @escaping @Sendable (Element) -> Other
  ) -> Provider<Other> {
    map(transform)
  }

  /// Returns a provider that transforms each value of this one, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @_disfavoredOverload
  public func map<Other>(transform: @escaping (Element) -> Other) -> Provider<Other> {
    // Safety: the author of code in the Swift 5 language mode makes sure that it can be called on any thread.
    nonisolated(unsafe) let transform = transform
    return strict { unsafe transform($0) }
  }

  private func strict<Other>(_ transform: @escaping @Sendable (Element) -> Other) -> Provider<Other>
  {
    map(transform)
  }
}

extension ProviderProtocol {
  /// Only a provider type of the framework can be made in this way.
  @available(
    *, unavailable,
    message: "name the type, as in 'Provider(getter: …)'; declare this initializer in an own type"
  )
  public init(getter: @escaping () -> Element) { fatalError("unavailable") }

  /// Only a provider type of the framework can be made in this way.
  @available(
    *, unavailable,
    message: "name the type, as in 'Provider(value: …)'; declare this initializer in an own type"
  )
  public init(value: Element) { fatalError("unavailable") }

  /// Only a provider type of the framework can be made in this way.
  @available(
    *, unavailable,
    message: "name the type, as in 'Provider(other: …)'; declare this initializer in an own type"
  )
  public init<Other: ProviderProtocol>(other: Other) where Other.Element == Element {
    fatalError("unavailable")
  }
}
