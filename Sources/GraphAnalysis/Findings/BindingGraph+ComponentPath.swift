import CleanseGraph

extension BindingGraph {
  /// The names of the component at a place and of those around it, outermost first; nothing for the root,
  /// which all is in.
  ///
  /// Of many in each other only the innermost are named: a path that is as long as the graph is large
  /// would make everything that tells it slow.
  func componentPath(of place: Int) -> String? {
    var names: [String] = []
    var next = place
    while let parent = components[next].parent, names.count < Self.mostNames {
      names.append(components[next].name)
      next = parent
    }
    guard !names.isEmpty else { return nil }
    if components[next].parent != nil { names.append("…") }
    return names.reversed().joined(separator: " > ")
  }

  private static let mostNames = 16
}
