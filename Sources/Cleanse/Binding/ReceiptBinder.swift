/// Provides a value independently of where it is bound.
///
/// `configureRoot` and the functions for `configured(with:)` receive one. Call one of its `to` functions and
/// return the receipt.
public struct ReceiptBinder<Element>: BindToable {
  /// The factory returns the element itself.
  public typealias Input = Element

  /// The binding as configured so far.
  public let draft: BindingDraft<Element>

  /// Returns the step with another configuration of its binding.
  public func replacing(draft: BindingDraft<Element>) -> Self { Self(draft: draft) }

  init(draft: BindingDraft<Element>) {
    self.draft = draft
  }

  /// Creates a binder for the root of a component.
  init(recorder: Recorder) {
    self.init(draft: BindingDraft(recorder: recorder))
  }
}

// Frozen, as each binding returns one: clients need no metadata for a frozen type without stored properties.
/// Proof that a value was bound.
///
/// Only the functions that complete a binding return one, so a `configureRoot` that compiles has bound its
/// root.
@frozen
public struct BindingReceipt<Element>: Sendable {
  @usableFromInline
  init() {}
}
