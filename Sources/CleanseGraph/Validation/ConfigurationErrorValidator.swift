/// Reports the errors that modules added with `addError`.
struct ConfigurationErrorValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    graph.reported.map { error in
      // The caller of `addError` passed only a message, which then identifies the finding.
      guard error.code == .configurationError, error.arguments.isEmpty else { return error }
      var error = error
      error.arguments = [Diagnostic.Argument("message", error.message)]
      return error
    }
  }
}
