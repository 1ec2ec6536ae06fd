/// The way from a factory to one of its dependencies.
///
/// It is a bare pointer, so that a call counts no references: a closure in its place would be
/// retained and released twice for each call, which is most of what a factory then costs. Whoever
/// calls it holds the ``LinkedProvider`` that was made with it, which keeps the dependency.
@usableFromInline
struct Link<Element>: @unchecked Sendable {
  // Safety: the provider is kept by whoever calls, is never changed, and is sendable itself.
  @usableFromInline let provider: Unmanaged<LinkedProvider<Element>>

  init(_ provider: LinkedProvider<Element>) {
    self.provider = .passUnretained(provider)
  }

  @inlinable
  func callAsFunction(_ context: Context) -> Element {
    provider._withUnsafeGuaranteedRef { $0.get(context) }
  }
}
