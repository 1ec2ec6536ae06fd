/// The error of a provider or a component factory in a dependency cycle that is called when it can't return a
/// value.
///
/// In a cycle, at least one dependency is a provider, which may only be called after the factory that
/// requested it has returned. A ``ThrowingProvider`` or ``AsyncProvider`` throws a ``ResolutionError``
/// with this error as its underlying one. A provider that can't throw stops the program with the
/// description of the error and the source location of the requester's binding.
public enum DeferredCallError: Error, Hashable, Sendable {
  /// The provider of the target was called before the factory of its requester had returned.
  case tooEarly(requester: String, target: String)
  /// The shared instance that the provider was made for has been released, and so has its component instance. A
  /// second instance is never made for the same component instance.
  case gone(target: String)
  /// The target was requested by a chain of calls that the target's own factory waits for, on the same thread
  /// or on another one.
  case deadlock(target: String)
  /// The target is a seed or the shared value of an asynchronous factory, and the component instance
  /// doesn't have it yet or has it no longer.
  case unavailable(target: String)
}

extension DeferredCallError: CustomStringConvertible {
  /// The cause of the error and, if the caller can avoid it, the fix.
  public var description: String {
    switch self {
    case .tooEarly(let requester, let target):
      "the factory of \(requester) called its provider of \(target) while \(requester) was still "
        + "being created; \(target) depends on \(requester). Call it after the factory has returned."
        + (requester == target ? Self.decorating : "")
    case .gone(let target):
      "\(target) can't be created: the component instance that its provider belongs to is gone"
    case .deadlock(let target):
      "\(target) was requested while it was being created, by a call that its own factory waits for. "
        + "Call a provider after the factory that requested it has returned."
    case .unavailable(let target):
      "\(target) was requested before `build` had awaited it, or after its component instance was "
        + "gone"
    }
  }
}

extension DeferredCallError {
  /// What to write instead of a binding that requests its own key, in order to get what another binding provides.
  private static let decorating =
    " To wrap what another binding provides, write a decorator: binder.decorate(_:), or in C the "
    + "flag CLEANSE_DECORATE."

  /// Throws the error if the caller can throw it, and stops the program otherwise.
  ///
  /// `Failure` is the type of error that the caller throws: a ``ResolutionError`` with this error as the
  /// underlying one. If it is `Never`, the caller can't continue without a value, so the program stops with
  /// the description and the binding, as no factory on the way can add its step.
  func raise<Failure: Error>(
    as failure: Failure.Type, at step: @autoclosure () -> ResolutionError.Step?
  ) throws(Failure) -> Never {
    if let error = ResolutionError(self) as? Failure ?? self as? Failure { throw error }
    fatalError(ResolutionError(self, through: step()).description)
  }
}
