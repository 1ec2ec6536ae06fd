import CleanseGraph
internal import CleanseSupport

/// A contribution that can't be made on its own, because its dependencies are invalid, have to be awaited, or need the
/// seed of the component.
package struct UnlinkableContribution: Error, CustomStringConvertible {
  package var description: String {
    "its dependencies are invalid, have to be awaited, or need the seed of the component"
  }
}

extension BindingGraph {
  /// The bindings that provide the elements of a collection of the root component, in order: its contributions, or the
  /// binding that overrides or decorates them. Empty if there is no such collection.
  package func contributions<Element>(of type: Element.Type) -> [BindingIndex] {
    // The graph may be one of another process, whose keys are names.
    let key = Key(Key.Live(element: [Element].self, elementName: nil, qualifier: .none))
    guard let group = group(of: key, in: .root) else { return [] }
    return resolution.effective(of: group).filter { self[$0].kind != .declaration }
  }
}

extension Recording {
  /// Makes the elements that one binding provides, in a component instance of their own. Nothing else of the graph is
  /// made but their dependencies.
  ///
  /// - Parameter index: One of the graph's contributions of the same type.
  /// - Throws: What the factory throws, or an ``UnlinkableContribution``.
  package func elements<Element>(
    _ type: Element.Type, ofContribution index: BindingIndex
  ) throws -> [Element] {
    // One linker for each call: a failure leaves it unusable.
    let linker = Linker(self)
    let span = Trace.begin(.link, "\(graph[index].key)")
    let linked = try? linker.linkAlone(index)
    span?.end()
    guard let linked else { throw UnlinkableContribution() }
    return try EffectLink<[Element]>(linked).get(linker.rootContext())
  }
}
