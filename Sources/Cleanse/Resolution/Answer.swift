/// A linked provider that answers a request.
struct Answer: Sendable {
  let provider: any AnyObject & Sendable
  /// A provider of the value that this one, which can throw, makes in a context.
  private let settle: (@Sendable (Context) throws -> any AnyObject & Sendable)?

  /// - Precondition: The provider is of what the request asks for.
  init(to request: any Any.Type, _ provider: AnyObject) {
    func open<Element>(_ type: Element.Type) -> Answer {
      switch EffectLink<Element>(provider) {
      case .plain(let provider): Answer(provider: provider, settle: nil)
      case .awaited(let provider): Answer(provider: provider, settle: nil)
      case .throwing(let provider):
        Answer(provider: provider) { context in
          // Safety: the value is handed to the one factory that asked for it.
          nonisolated(unsafe) let value = try provider.get(context)
          return LinkedProvider<Element> { _, _ in unsafe value }
        }
      }
    }
    self = _openExistential(request, do: open)
  }

  private init(
    provider: any AnyObject & Sendable,
    settle: (@Sendable (Context) throws -> any AnyObject & Sendable)?
  ) {
    self.provider = provider
    self.settle = settle
  }

  /// A provider that can't throw any more.
  func settled(in context: Context) throws -> any AnyObject & Sendable {
    try settle?(context) ?? provider
  }
}
