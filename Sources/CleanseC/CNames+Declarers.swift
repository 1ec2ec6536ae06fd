package import CleanseGraph

extension BindingGraph.CNames {
  // The tags of names after an `@` need no declarer: Swift code that uses such a tag declares it, and among C plugins alone,
  // the name is as good.
  package func declarers(for bindings: [Binding]) -> Set<String> {
    let keys = Set(bindings.flatMap { binding in [binding.key] + binding.requests.map(\.key) })
    let types = Set(keys.map(\.type))
    let used = bridges.filter {
      types.contains($0.value.type) || types.contains($0.collection.type)
    }
    // The key of a bridged pointer has the Swift type alone.
    let targets = targets(of: keys).union(used.map(\.name))
    let declarers =
      used.map(\.provenance.origin)
      + handles.filter { targets.contains($0.name) }.map(\.provenance.origin)
    return Set(declarers.compactMap(\.self))
  }

  /// The names of what pointers of the keys, or of their elements, point to.
  private func targets(of keys: Set<Key>) -> Set<String> {
    let tagged = Dictionary(grouping: pointers, by: \.name)
    return Set(keys.flatMap { Self.targets(of: $0, tagged) })
  }

  /// - Parameter tagged: The types of the tags of plain pointers, by name.
  private static func targets(of key: Key, _ tagged: [String: [Pointer]]) -> [String] {
    let types =
      key.elementName.map { [$0] } ?? key.cName.flatMap { tagged[$0] }?.map(\.type) ?? []
    return types.compactMap { type in
      let element = type.hasSuffix("[]") ? String(type.dropLast(2)) : type
      return element.hasSuffix(" *") ? String(element.dropLast(2)) : nil
    }
  }
}
