/// What the `build` of a component or of an assisted factory can throw: nothing, which is `Never`, or
/// a ``ResolutionError``.
///
/// A component says so by ``ThrowingComponent``, an assisted factory by ``ThrowingAssistedFactory``;
/// nothing else is to conform.
public protocol ResolutionFailure: Error {
  /// The error as it is thrown.
  init(_ error: ResolutionError)
}

extension ResolutionError: ResolutionFailure {
  /// The same error.
  public init(_ error: ResolutionError) {
    self = error
  }
}

extension Never: ResolutionFailure {
  /// Never called: what can't throw is not linked to what can.
  public init(_ error: ResolutionError) {
    preconditionFailure("An error came where the linker let none through: \(error)")
  }
}
