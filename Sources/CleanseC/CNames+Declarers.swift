package import CleanseGraph

extension BindingGraph.CNames {
  // The tags of names after an `@` need no declarer: Swift code that uses such a tag declares it, and among C plugins alone,
  // the name is as good.
  package func declarers(for bindings: [Binding]) -> Set<String> {
    let keys = Set(bindings.flatMap { binding in [binding.key] + binding.requests.map(\.key) })
    let types = Set(keys.map(\.type))
    let targets = Set(keys.flatMap(targets))
    let declarers =
      bridges.filter { types.contains($0.value.type) || types.contains($0.collection.type) }
      .map(\.provenance.origin)
      + handles.filter { targets.contains($0.name) }.map(\.provenance.origin)
    return Set(declarers.compactMap(\.self))
  }

  /// The names of what a pointer of the key, or of its elements, points to.
  private func targets(of key: Key) -> [String] {
    let types =
      key.elementName.map { [$0] } ?? pointers.filter { $0.name == key.cName }.map(\.type)
    return types.compactMap { type in
      let element = type.hasSuffix("[]") ? String(type.dropLast(2)) : type
      return element.hasSuffix(" *") ? String(element.dropLast(2)) : nil
    }
  }
}
