/// Thrown when a graph can't be used: every finding, the errors and the rest.
public struct ValidationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// In a fixed order; at least one of them is an error.
  public let diagnostics: [Diagnostic]

  /// Only for findings of which one is an error.
  package init(diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }

  /// Every finding as text, one below the other.
  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}

extension ValidationError {
  /// What is wrong with a graph that can't be linked.
  package init(unlinkable graph: BindingGraph) {
    self.init(diagnostics: GraphValidation().diagnostics(of: graph))
  }
}
