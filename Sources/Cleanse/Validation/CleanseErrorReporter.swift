/// Takes what a validator finds. Used for one visit, on one thread.
public final class CleanseErrorReporter {
  /// What was reported so far.
  public private(set) var diagnostics: [Diagnostic] = []

  init() {}

  /// Reports a finding, of whatever severity it says.
  public func report(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
  }

  /// Reports an error of any type; a ``Diagnostic`` is taken as it is.
  public func append(error: any Error) {
    if let diagnostic = error as? Diagnostic {
      report(diagnostic)
    } else {
      report(Diagnostic(.reportedError, .error, "\(error)"))
    }
  }
}
