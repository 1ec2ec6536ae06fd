/// Says how a component's root is made; what `configureRoot` is given.
public struct ReceiptBinder<Element>: BindToable {
  /// The factory returns the root itself.
  public typealias Input = Element

  /// What has been said so far: that it is about the root.
  public var draft: BindingDraft

  init(recorder: Recorder) {
    draft = BindingDraft(recorder: recorder, key: InstanceKey<Element>.self)
  }
}

/// Proof that something was bound: only a completed binding hands one out, so that a
/// `configureRoot` that compiles has bound its root.
public struct BindingReceipt<Element>: Sendable {
  @usableFromInline
  init() {}
}
