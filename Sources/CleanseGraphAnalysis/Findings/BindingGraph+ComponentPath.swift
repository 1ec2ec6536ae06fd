import CleanseGraph

extension BindingGraph {
  /// The names of a component and its ancestors below the root component, outermost first; nil for the root
  /// component itself.
  ///
  /// Of deeply nested components only the innermost 16 are named. A path as long as the graph is large would
  /// make every report that contains it slow.
  func componentPath(of component: ComponentIndex) -> String? {
    var names: [String] = []
    var next = component
    while let parent = self[next].parent, names.count < Self.mostNames {
      names.append(self[next].name)
      next = parent
    }
    guard !names.isEmpty else { return nil }
    if self[next].parent != nil { names.append("…") }
    return names.reversed().joined(separator: " > ")
  }

  private static let mostNames = 16
}
