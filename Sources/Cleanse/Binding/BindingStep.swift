/// A step of a binding that has been started and not completed.
public protocol BindingStep {
  /// What has been said so far.
  var draft: BindingDraft { get set }
}

extension BindingStep {
  /// Lets the binding replace all that else is bound for its key in the component.
  ///
  /// It has to replace something, there or in a component further out, or it is an error; so that
  /// an override does not outlive what it was written for. What is replaced need not be complete.
  ///
  /// - Parameter place: Of several overrides of one key, the one of the highest place is in effect;
  ///   two of one place are an error.
  public func overriding(_ place: Int = 0) -> Self {
    var copy = self
    copy.draft.parts.override = place
    return copy
  }
}
