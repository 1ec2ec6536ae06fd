/// The checks of a graph: the built-in ones in a fixed order, then those from outside.
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

  /// The built-in checks, and these behind them.
  package init(
    plugins: [RegisteredValidator] = [],
    severities: [Diagnostic.Code: Diagnostic.Severity] = [:]
  ) {
    self.plugins = plugins
    self.severities = severities
  }

  /// Everything that the checks find and that is not suppressed: errors first, otherwise in the order
  /// of the checks.
  ///
  /// - Parameter further: What checks found that ran elsewhere; they come last.
  package func diagnostics(
    of graph: BindingGraph, and further: [Diagnostic] = []
  ) -> [Diagnostic] {
    let guest = graph.declarations.names.map { type(of: $0).validators } ?? []
    var found = (Self.first + guest + Self.others).flatMap { $0.diagnostics(of: graph) }
    for plugin in plugins { found += plugin.diagnostics(of: graph) }
    found += further
    found = SuppressionAudit(graph: graph).applied(to: found)
    for place in found.indices {
      if let severity = severities[found[place].code] { found[place].severity = severity }
    }
    return Diagnostic.Severity.ordered.flatMap { severity in
      found.filter { $0.severity == severity }
    }
  }
}

extension Diagnostic.Severity {
  fileprivate static let ordered: [Self] = [.error, .warning, .note]
}

/// A check of a graph. It depends on nothing but the graph, and finds the same things in the same
/// order each time.
package protocol GraphValidator: Sendable {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic]
}
