/// A graph before it is known what answers what: the application, and some of those who contribute to it.
package struct GraphPart: Sendable {
  package var components: [BindingGraph.Component]
  package var bindings: [Binding]
  package var reported: [Diagnostic]
  package var dropped: [BindingGraph.Dropped]
  package var cNames: BindingGraph.CNames

  package init(
    components: [BindingGraph.Component], bindings: [Binding], reported: [Diagnostic] = [],
    dropped: [BindingGraph.Dropped] = [], cNames: BindingGraph.CNames = BindingGraph.CNames()
  ) {
    self.components = components
    self.bindings = bindings
    self.reported = reported
    self.dropped = dropped
    self.cNames = cNames
  }

  /// A whole graph as a part of another one.
  package init(_ graph: BindingGraph) {
    self.init(
      components: graph.components, bindings: graph.bindings, reported: graph.reported,
      dropped: graph.dropped, cNames: graph.cNames)
  }

  /// Whether its places refer to each other, and each component but the first is installed by one binding of
  /// the component around it.
  package var isWellFormed: Bool {
    var isInstalled = Array(repeating: false, count: components.count)
    for binding in bindings {
      guard (binding.kind == .subcomponent) == (binding.subcomponent != nil) else { return false }
      guard let inner = binding.subcomponent else { continue }
      guard components.indices.contains(inner), !isInstalled[inner] else { return false }
      isInstalled[inner] = true
    }
    return BindingGraph.isWellFormed(components, bindings)
      && isInstalled.dropFirst().allSatisfy(\.self)
  }

  /// How deep the components lie in each other, where the part is well-formed.
  package var depth: Int {
    var depths: [Int] = []
    for component in components {
      depths.append((component.parent.map { depths[$0] } ?? 0) + 1)
    }
    return depths.max() ?? 0
  }
}
