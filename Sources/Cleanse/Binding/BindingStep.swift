import CleanseGraph

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
  /// - Parameter precedence: Of several overrides of one key, the one of the highest precedence is in effect;
  ///   two of one precedence are an error.
  public func overriding(_ precedence: Int = 0) -> Self {
    var copy = self
    copy.draft.parts.override = precedence
    return copy
  }
  /// Leaves out findings of the code about this binding. Errors can't be suppressed.
  ///
  /// A suppressing that suppresses nothing is a warning itself, so that it does not outlive what it was
  /// written for.
  ///
  /// - Parameters:
  ///   - code: The code of the findings, as in `.unusedBinding`.
  ///   - reason: Why they do not matter here, for who reads it later.
  public func suppressing(_ code: Diagnostic.Code, because reason: String) -> Self {
    var copy = self
    copy.draft.parts.suppressed.append(Binding.Suppression(code, because: reason))
    return copy
  }
}
