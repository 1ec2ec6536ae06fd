/// Says how a value is made, wherever it is bound: what `configureRoot` and the functions for
/// `configured(with:)` are given.
public struct ReceiptBinder<Element>: BindToable {
  /// The factory returns the element itself.
  public typealias Input = Element

  /// What has been said so far.
  public var draft: BindingDraft

  init(draft: BindingDraft) {
    self.draft = draft
  }

  /// A binder of a component's root.
  init(recorder: Recorder) {
    self.init(draft: BindingDraft(recorder: recorder, element: Element.self))
  }
}

// Frozen, as each binding returns one: without content, it takes no metadata then.
/// Proof that something was bound: only a completed binding hands one out, so that a
/// `configureRoot` that compiles has bound its root.
@frozen
public struct BindingReceipt<Element>: Sendable {
  @usableFromInline
  init() {}
}
