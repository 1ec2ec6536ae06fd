extension BindingGraph {
  /// A shortest path from the root of the root component to the binding, with both ends; empty when
  /// the root does not lead there.
  ///
  /// It goes through requests of every form, and from the factory of an inner component to that
  /// component's root.
  ///
  /// - Complexity: The first call for a graph takes time for all of the graph, every further one for the
  ///   length of the path.
  public func path(to binding: Binding) -> [Binding] {
    let paths = index.rootPaths.paths(in: self)
    return paths.end(of: binding.id, count: paths.length(to: binding.id)).map { bindings[$0] }
  }

  /// The path as a note tells it, shortened in the middle; nothing when it has nothing to tell
  /// beyond the binding itself.
  func shortPath(to binding: Binding) -> [String]? {
    let paths = index.rootPaths.paths(in: self)
    let length = paths.length(to: binding.id)
    guard length > 1 else { return nil }
    // A gap of one would be no shorter.
    guard length > 7 else { return names(paths.end(of: binding.id, count: length)) }
    return names(paths.start(of: binding.id)) + ["… \(length - 6) more …"]
      + names(paths.end(of: binding.id, count: 3))
  }

  /// The note that the binding is one who asks, with its path from the root.
  func note(_ message: String, on binding: Binding) -> Diagnostic.Note {
    Diagnostic.Note(
      message, at: binding.location, provenance: binding.provenance,
      path: shortPath(to: binding))
  }

  private func names(_ places: [Int]) -> [String] {
    places.map { bindings[$0].key.description }
  }
}
