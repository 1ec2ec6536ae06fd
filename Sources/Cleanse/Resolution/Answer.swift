/// A linked provider that answers a request.
struct Answer: Sendable {
  let provider: any AnyObject & Sendable
  /// Makes the value of a throwing provider in a context, and wraps it in a plain one; nil for other providers.
  private let resolve: (@Sendable (Context) throws -> any AnyObject & Sendable)?

  /// - Precondition: The provider provides the requested type.
  init(to request: any Any.Type, _ provider: AnyObject) {
    func open<Element>(_ type: Element.Type) -> Answer {
      switch EffectLink<Element>(provider) {
      case .plain(let provider): Answer(provider: provider, resolve: nil)
      case .awaited(let provider): Answer(provider: provider, resolve: nil)
      case .throwing(let provider):
        Answer(provider: provider) { context in
          // Safety: the value is passed to the one factory that requested it.
          nonisolated(unsafe) let value = try provider.get(context)
          return LinkedProvider<Element> { _, _ in unsafe value }
        }
      }
    }
    self = _openExistential(request, do: open)
  }

  private init(
    provider: any AnyObject & Sendable,
    resolve: (@Sendable (Context) throws -> any AnyObject & Sendable)?
  ) {
    self.provider = provider
    self.resolve = resolve
  }

  /// Returns a provider that can't throw, after making the value if that can throw.
  func resolved(in context: Context) throws -> any AnyObject & Sendable {
    try resolve?(context) ?? provider
  }
}
