public import CleanseGraph

/// Which plugins would have to go for the rest to fit together.
public struct SmallestRemoval: Encodable, Equatable, Sendable {
  /// How much is known of the plugins.
  public enum Outcome: String, Encodable, Sendable {
    /// No set of fewer plugins mends the graph.
    case smallest
    /// None of the plugins can be left out, but another set may have fewer.
    case irreducible
    /// Without the plugins the rest fits together; fewer may do.
    case sufficient
    /// The application is broken, whichever plugins there are.
    case application
    /// The graph stays broken, whichever plugins go.
    case impossible
    /// The search was given up.
    case unknown
  }

  /// How much is known.
  public let outcome: Outcome
  /// In the order of the plugins, with those that require one of the others. Empty where none is
  /// known.
  public let plugins: [String]
  /// How many other sets have as few; nothing where that is not known.
  public let others: Int?

  package init(_ outcome: Outcome, _ plugins: [String] = [], others: Int? = nil) {
    self.outcome = outcome
    self.plugins = plugins
    self.others = others
  }

  /// Which plugins would have to go for the rest of a graph to fit together.
  ///
  /// - Parameters:
  ///   - findings: What is wrong with the graph.
  ///   - graph: That of the application with all plugins.
  ///   - requirements: Which plugins there are, and which of them require which.
  ///   - check: What is wrong with the graph without these plugins and those that require them. It is called
  ///     some hundred times at most.
  /// - Returns: Nil where no finding is an error.
  public static func removal(
    of findings: [Diagnostic], in graph: BindingGraph, among requirements: RequirementTree,
    check: @escaping (Set<String>) -> [Diagnostic]
  ) -> SmallestRemoval? {
    FixSearch.removal(of: findings, in: graph, among: requirements, check: check)
  }
}
