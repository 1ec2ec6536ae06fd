/// Collects the errors of validators.
public final class CleanseErrorReporter {
  private(set) var errors: [any CleanseError] = []

  /// Reports an error.
  public func append(error: any CleanseError) {
    errors.append(error)
  }

  /// Reports several errors.
  public func append(contentsOf errors: [any CleanseError]) {
    self.errors += errors
  }
}
