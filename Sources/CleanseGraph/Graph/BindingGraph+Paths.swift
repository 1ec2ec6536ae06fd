extension BindingGraph {
  /// A shortest path from the root of the root component to the binding, including both; empty when the
  /// binding is not reachable from the root.
  ///
  /// The path follows requests of every form, and leads from the factory of a subcomponent to that
  /// component's root.
  ///
  /// - Complexity: Linear in the length of the path.
  public func path(to binding: Binding) -> [Binding] {
    resolution.end(of: binding.id, count: .max).map { bindings[$0] }
  }

  /// The path for a note, shortened in the middle; empty if it consists of the binding alone.
  func shortPath(to binding: Binding) -> [String] {
    let length = resolution.length(to: binding.id)
    guard length > 1 else { return [] }
    guard Abbreviation.path.applies(to: length) else {
      return names(resolution.end(of: binding.id, count: length))
    }
    return names(resolution.start(of: binding.id)) + [Abbreviation.path.gap(of: length)]
      + names(resolution.end(of: binding.id, count: 3))
  }

  /// A note about a dependent, with its path from the root.
  func note(_ message: String, on binding: Binding) -> Diagnostic.Note {
    Diagnostic.Note(
      message, at: binding.location, provenance: binding.provenance,
      path: shortPath(to: binding))
  }

  private func names(_ indices: [BindingIndex]) -> [String] {
    indices.map { bindings[$0].key.description }
  }
}

extension Resolution {
  /// The number of bindings on the path from the root; zero if there is no path.
  fileprivate func length(to index: BindingIndex) -> Int {
    steps.indices.contains(index.number) ? Int(steps[index.number].length) : 0
  }

  /// The last bindings of the path, at most `count`.
  fileprivate func end(of index: BindingIndex, count: Int) -> [BindingIndex] {
    var path: [BindingIndex] = []
    var next: BindingIndex? = length(to: index) > 0 ? index : nil
    while let here = next, path.count < count {
      let step = steps[here.number]
      path.append(here)
      next = step.previous == here ? nil : step.previous
    }
    return path.reversed()
  }

  /// The first bindings of the path, at most three.
  fileprivate func start(of index: BindingIndex) -> [BindingIndex] {
    guard length(to: index) > 0 else { return [] }
    return end(of: steps[index.number].third, count: 3)
  }
}
