// This folder finds what is wrong with a graph. `GraphValidation` runs the built-in validators, one a file, then those of
// `CleanseServiceLoader` and of plugins, which see a graph as `ComponentBinding`s and report to a `CleanseErrorReporter`;
// then it removes what is suppressed (`SuppressionAudit`), and completes the locations. The texts of fixes are in
// `FixWording`, as they depend on the language.

internal import CleanseSupport

/// The validators of a graph: the built-in ones in a fixed order, then the external ones.
package struct GraphValidation {
  private static let first: [any GraphValidator] = [
    ConfigurationErrorValidator(), MissingBindingValidator(),
  ]
  private static let others: [any GraphValidator] =
    [
      DuplicateBindingValidator(),
      DuplicateEntryValidator(),
      OverrideValidator(),
      DependencyCycleValidator(),
      CyclicValueValidator(),
      WeakRequestValidator(),
      ServiceValidator(),
      UnhandledErrorValidator(),
      UnawaitedBindingValidator(),
      ScopeNestingValidator(),
      DuplicateTypeValidator(),
      ShadowedBindingValidator(),
      CaptiveDependencyValidator(),
      SharedValueValidator(),
      UnusedBindingValidator(),
    ]

  private let plugins: [RegisteredValidator]
  private let severities: [Diagnostic.Code: Diagnostic.Severity]

  /// Creates a validation with the built-in validators, followed by these.
  package init(
    plugins: [RegisteredValidator] = [],
    severities: [Diagnostic.Code: Diagnostic.Severity] = [:]
  ) {
    self.plugins = plugins
    self.severities = severities
  }

  /// Returns all findings that are not suppressed: sorted by severity, errors first, then in the order of the
  /// validators.
  ///
  /// - Parameter further: The findings of validators that ran elsewhere; they come last.
  package func diagnostics(
    of graph: BindingGraph, and further: [Diagnostic] = []
  ) -> [Diagnostic] {
    let guest = graph.declarations.names.map { type(of: $0).validators } ?? []
    var found = (Self.first + guest + Self.others).flatMap { validator in
      let span = Trace.begin(.check, "\(type(of: validator))")
      defer { span?.end() }
      return validator.diagnostics(of: graph)
    }
    for plugin in plugins { found += plugin.diagnostics(of: graph) }
    found += further
    found = SuppressionAudit(graph: graph).applied(to: found)
    for index in found.indices {
      if let severity = severities[found[index].code] { found[index].severity = severity }
    }
    return Diagnostic.Severity.ordered.flatMap { severity in
      found.filter { $0.severity == severity }.map(graph.declarations.sources.completed)
    }
  }
}

extension Diagnostic.Severity {
  fileprivate static let ordered: [Self] = [.error, .warning, .note]
}

/// A validator of graphs. Its result depends on the graph alone, and has the same findings in the same order
/// each time.
package protocol GraphValidator: Sendable {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic]
}
