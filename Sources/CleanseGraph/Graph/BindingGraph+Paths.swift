extension BindingGraph {
  /// A shortest path from the root of the root component to the binding, with both ends; empty when
  /// the root does not lead there.
  ///
  /// It goes through requests of every form, and from the factory of a subcomponent to that
  /// component's root.
  ///
  /// - Complexity: In proportion to the length of the path.
  public func path(to binding: Binding) -> [Binding] {
    resolution.end(of: binding.id, count: .max).map { bindings[$0] }
  }

  /// The path as a note tells it, shortened in the middle; nothing when it has nothing to tell
  /// beyond the binding itself.
  func shortPath(to binding: Binding) -> [String]? {
    let length = resolution.length(to: binding.id)
    guard length > 1 else { return nil }
    // A gap of one would be no shorter.
    guard length > 7 else { return names(resolution.end(of: binding.id, count: length)) }
    return names(resolution.start(of: binding.id)) + ["… \(length - 6) more …"]
      + names(resolution.end(of: binding.id, count: 3))
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

extension Resolution {
  /// How many bindings are on the path from the root; zero where there is none.
  fileprivate func length(to place: Int) -> Int {
    steps.indices.contains(place) ? steps[place]?.length ?? 0 : 0
  }

  /// The last bindings of the path, at most so many.
  fileprivate func end(of place: Int, count: Int) -> [Int] {
    var path: [Int] = []
    var next: Int? = length(to: place) > 0 ? place : nil
    while let here = next, path.count < count, let step = steps[here] {
      path.append(here)
      next = step.previous == here ? nil : step.previous
    }
    return path.reversed()
  }

  /// The first bindings of the path, at most three.
  fileprivate func start(of place: Int) -> [Int] {
    guard length(to: place) > 0, let third = steps[place]?.third else { return [] }
    return end(of: third, count: 3)
  }
}
