package import CleanseGraph

extension BindingGraph.CNames {
  // The tags of names after an `@` need no declarer: Swift code that uses such a tag declares it, and among C plugins alone,
  // the name is as good. The destructor of a pointer type is only for what its own plugin creates.
  package func declarers(for bindings: [Binding]) -> Set<String> {
    let types = Set(
      bindings.flatMap { binding in [binding.key] + binding.requests.map(\.key) }.map(\.type))
    let used = bridges.filter {
      types.contains($0.value.type) || types.contains($0.collection.type)
    }
    return Set(used.compactMap(\.provenance.origin))
  }
}
