/// The severities of findings, and where warnings are reported.
///
/// ```swift
/// let options = ValidationOptions(severities: [.unusedBinding: .error]) { print($0) }
/// let factory = try ComponentFactory.of(AppComponent.self, options: options)
/// ```
public struct ValidationOptions {
  /// The severities that replace those of the validators, by code. A graph without errors is accepted, unless
  /// it can't be linked.
  public package(set) var severities: [Diagnostic.Code: Diagnostic.Severity]

  /// Receives the warnings and notes of a graph that is accepted. Those of a rejected graph are thrown together
  /// with its errors.
  public package(set) var report: (Diagnostic) -> Void

  /// Creates options. By default, findings keep the severity of their validator, and only errors are reported.
  public init(
    severities: [Diagnostic.Code: Diagnostic.Severity] = [:],
    report: @escaping (Diagnostic) -> Void = { _ in }
  ) {
    self.severities = severities
    self.report = report
  }
}
