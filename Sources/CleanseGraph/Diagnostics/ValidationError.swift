/// The error thrown for a graph that can't be used, with all findings, including warnings and notes.
public struct ValidationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The findings, in a fixed order; at least one of them is an error.
  public let diagnostics: [Diagnostic]

  /// - Precondition: At least one of the findings is an error.
  package init(diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }

  /// All findings as text, one after the other.
  public var description: String {
    diagnostics.joined.map(\.description).joined(separator: "\n")
  }
}

extension ValidationError {
  /// Creates the error for a graph that can't be linked.
  package init(unlinkable graph: BindingGraph) {
    self.init(diagnostics: GraphValidation().diagnostics(of: graph))
  }
}
