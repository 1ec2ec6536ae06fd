/// How findings are taken.
///
/// ```swift
/// let options = ValidationOptions(severities: [.unusedBinding: .error]) { print($0) }
/// let factory = try ComponentFactory.of(AppComponent.self, options: options)
/// ```
public struct ValidationOptions {
  /// How much findings weigh that are to weigh other than their validators say. What is not an
  /// error any more no longer refuses the graph; what can't be linked is refused all the same.
  public var severities: [Diagnostic.Code: Diagnostic.Severity]

  /// Gets the warnings and notes of a graph that is used. Those of a graph that is refused are
  /// thrown, together with its errors.
  public var report: (Diagnostic) -> Void

  /// Without arguments, each finding weighs what its validator says, and only errors are told.
  public init(
    severities: [Diagnostic.Code: Diagnostic.Severity] = [:],
    report: @escaping (Diagnostic) -> Void = { _ in }
  ) {
    self.severities = severities
    self.report = report
  }
}
