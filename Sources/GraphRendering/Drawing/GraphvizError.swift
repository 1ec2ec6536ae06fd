/// Why Graphviz could not lay out a graph.
package struct GraphvizError: Error, Equatable {
  /// What could not be done and why, in one line without a full stop.
  package let message: String
  /// What to do about it; a line each.
  package let hints: [String]

  init(_ message: String, hints: [String] = []) {
    self.message = message
    self.hints = hints
  }
}
