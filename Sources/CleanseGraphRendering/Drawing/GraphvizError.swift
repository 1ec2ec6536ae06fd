/// An error of laying out a graph with Graphviz.
package struct GraphvizError: Error, Equatable {
  /// What failed and why, on one line without a full stop.
  package let message: String
  /// Hints and output of Graphviz, a line each.
  package let hints: [String]

  init(_ message: String, hints: [String] = []) {
    self.message = message
    self.hints = hints
  }
}
