/// The type of error that the `build` of a component or of an assisted factory throws: `Never` or
/// ``ResolutionError``.
///
/// A component selects it by conforming to ``ThrowingComponent``, an assisted factory by conforming to
/// ``ThrowingAssistedFactory``. Don't conform other types to this protocol.
public protocol ResolutionFailure: Error {
  /// Creates the error to throw.
  init(_ error: ResolutionError)
}

extension ResolutionError: ResolutionFailure {
  /// Creates the same error.
  public init(_ error: ResolutionError) {
    self = error
  }
}

extension Never: ResolutionFailure {
  /// Never called, as a component that can't throw is not linked to factories that can.
  public init(_ error: ResolutionError) {
    preconditionFailure("An error propagated to a component that can't throw: \(error)")
  }
}
