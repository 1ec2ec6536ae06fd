public import Cleanse
internal import CleanseGraph

extension ComponentFactory where C: RootComponent {
  /// Records and validates a component, and returns its factory.
  ///
  /// - Parameters:
  ///   - component: The root component's type.
  ///   - validate: Whether to validate the whole graph. If false, only the bindings that the root depends on are
  ///     checked, and the service loader's validators do not run.
  ///   - serviceLoader: Validators that run in addition to the built-in ones.
  /// - Returns: A factory that can build any number of instances. Warnings are not written anywhere: they are its
  ///   `findings`.
  /// - Throws: A ``CleanseError``: a single error itself, such as a ``MissingProvider`` or that of a validator; several
  ///   as a ``MultiError``.
  public static func of(
    _ component: C.Type, validate: Bool = true,
    serviceLoader: CleanseServiceLoader = .instance
  ) throws -> ComponentFactory<C> {
    let recording = Recording(of: component)
    var findings: [Diagnostic] = []
    var errors: [any CleanseError] = []
    if validate {
      let reporter = CleanseErrorReporter()
      let root = ComponentBinding(recording)
      for service in serviceLoader.services { service.visit(root: root, errorReporter: reporter) }
      findings = GraphValidation().diagnostics(of: recording.graph)
      errors = findings.typedErrors + reporter.errors
    }
    if errors.isEmpty {
      do {
        return try ComponentFactory(recording, findings: findings)
      } catch {
        errors = error.diagnostics.typedErrors
      }
    }
    throw errors.count == 1 ? errors[0] : MultiError(errors)
  }
}

extension [Diagnostic] {
  /// The errors among the findings.
  fileprivate var typedErrors: [any CleanseError] {
    filter { $0.severity == .error }.map(\.typed)
  }
}
