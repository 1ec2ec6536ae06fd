/// Returns a value, or throws the error that stands for the one that was thrown.
///
/// - Parameter other: The error to throw. Its parameter needs a type, as in `{ (error: SystemError) in … }`.
package func translating<Value, Failure: Error, Other: Error>(
  _ value: @autoclosure () throws(Failure) -> Value, _ other: (Failure) -> Other
) throws(Other) -> Value {
  do throws(Failure) {
    return try value()
  } catch {
    throw other(error)
  }
}

/// Returns a value, or throws its error as one of a member of the parent.
package func inField<Value>(
  _ parent: @autoclosure () -> String, _ value: @autoclosure () throws(FieldError) -> Value
) throws(FieldError) -> Value {
  try translating(value()) { (error: FieldError) in error.inside(parent()) }
}
