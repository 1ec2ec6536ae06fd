public import CleanseGraph

/// A smallest set of plugins whose removal makes the graph valid.
public struct SmallestRemoval: Encodable, Equatable, Sendable {
  /// What is known about the set.
  public enum Outcome: String, Encodable, Sendable {
    /// No smaller set is sufficient.
    case smallest
    /// No plugin of the set can be kept, but another set may be smaller.
    case irreducible
    /// The set is sufficient; a smaller one may be as well.
    case sufficient
    /// The application has errors of its own that no removal fixes.
    case application
    /// No removal makes the graph valid.
    case impossible
    /// The search reached its limit.
    case unknown
  }

  /// What is known about the set.
  public let outcome: Outcome
  /// The plugins to remove, in order, including those that require one of the others. Empty if no set is
  /// known.
  public let plugins: [String]
  /// The number of other sets of the same size; nil if unknown.
  public let others: Int?

  package init(_ outcome: Outcome, _ plugins: [String] = [], others: Int? = nil) {
    self.outcome = outcome
    self.plugins = plugins
    self.others = others
  }

  /// Searches for a smallest set of plugins whose removal makes a graph valid.
  ///
  /// - Parameters:
  ///   - findings: The findings of the graph.
  ///   - graph: The graph of the application with all plugins.
  ///   - requirements: The plugins and what they require.
  ///   - check: Returns the findings of the graph without these plugins and those that require them. It is
  ///     called a few hundred times at most.
  /// - Returns: The result, or nil if no finding is an error.
  public static func removal(
    of findings: [Diagnostic], in graph: BindingGraph, among requirements: RequirementTree,
    check: @escaping (Set<String>) -> [Diagnostic]
  ) -> SmallestRemoval? {
    FixSearch.removal(of: findings, in: graph, among: requirements, check: check)
  }
}
