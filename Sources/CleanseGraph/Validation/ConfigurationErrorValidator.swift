/// Passes on what modules reported with `addError`.
struct ConfigurationErrorValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    graph.reported.map { error in
      // What the caller of `addError` passed is the text alone.
      guard error.code == .configurationError, error.arguments.isEmpty else { return error }
      var error = error
      error.arguments = [Diagnostic.Argument("message", error.message)]
      return error
    }
  }
}
