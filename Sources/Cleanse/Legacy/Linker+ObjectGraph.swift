import CleanseGraph

extension Linker {
  /// Returns a linked provider of a ``LegacyObjectGraph`` whose objects are linked.
  func linkObjectGraph(_ binding: Binding) -> AnyObject {
    let targets = binding.requestIndices.map { target(ofRequest: $0, of: binding.id) }
    let groups = Set(targets.map(\.group))
    let others = graph.visibleObjects(from: binding.component)
      .filter { !groups.contains($0) && $0 != resolution.groupsOfBindings[binding.id.number] }
    let table = ObjectTable(
      targets.compactMap { target in
        let link = recording.typedKey(of: target.group).untyped(linked(target))
        return LegacyObject(target.group, of: graph).map {
          ObjectTable.Entry(object: $0, link: link)
        }
      },
      others: others.compactMap { LegacyObject($0, of: graph) },
      component: graph[binding.component].name)
    return LinkedProvider<LegacyObjectGraph> { context, _ in
      LegacyObjectGraph(table: table, context: context)
    }
  }
}
