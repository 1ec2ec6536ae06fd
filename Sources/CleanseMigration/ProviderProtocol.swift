public import Cleanse
public import CleanseGraph

extension TaggedProvider {
  /// Returns the provider without the tag.
  public func asProvider() -> Provider<T.Element> { asProvider }
}

// Disfavored, as an unlabelled trailing closure matches every label.
extension Cleanse.ProviderProtocol {
  /// Returns a provider that transforms each value of this one.
  @available(swift, introduced: 6.0)
  @_disfavoredOverload
  public func map<Other>(
    transform: @escaping @Sendable (Element) -> Other
  ) -> Provider<Other> {
    forward(transform)
  }

  /// Returns a provider that transforms each value of this one, in the Swift 5 language mode.
  @available(swift, obsoleted: 6.0)
  @_disfavoredOverload
  public func map<Other>(transform: @escaping (Element) -> Other) -> Provider<Other> {
    forward(transform)
  }

  private func forward<Other>(_ transform: @escaping (Element) -> Other) -> Provider<Other> {
    map(transform)
  }
}

/// A provider that can be made of a function, also where its type is a parameter: `P(getter: …)`, `P(value: …)`.
///
/// It takes the place of `Cleanse.ProviderProtocol` in code that imports this module.
// The module is compiled in the Swift 5 language mode, in which the initializers of the framework's types that take
// any function can satisfy the requirement.
public protocol ProviderProtocol<Element>: Cleanse.ProviderProtocol {
  /// Creates a provider that calls `getter` for each value. The author makes sure that it can be called on any thread.
  init(getter: @escaping () -> Element)
}

// Disfavored, as a trailing closure matches every label, too.
extension ProviderProtocol {
  /// Creates a provider that always returns `value`.
  @_disfavoredOverload
  public init(value: Element) {
    self.init(getter: { value })
  }

  /// Creates a provider that returns the values of another one.
  @_disfavoredOverload
  public init<Other: Cleanse.ProviderProtocol>(other: Other) where Other.Element == Element {
    self.init(getter: { other.get() })
  }
}

extension Provider: ProviderProtocol {}
extension TaggedProvider: ProviderProtocol {}
extension WeakProvider: ProviderProtocol {}
extension Assisted: ProviderProtocol {}
