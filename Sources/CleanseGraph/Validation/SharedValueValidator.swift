/// Finds objects that a subcomponent binds as a value: `configure` runs once, so that every instance of
/// the component shares the one object.
///
/// The root component is left out, as a program usually builds it once, and so are values that are no
/// instances of the class that is bound: what is behind a protocol or in a collection is not known.
struct SharedValueValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    graph.bindings.indices.filter {
      isSharedObject(at: $0, graph) && !graph.resolution.isReplaced[$0]
    }
    .map { finding(graph.bindings[$0], graph) }
  }

  private func isSharedObject(at place: Int, _ graph: BindingGraph) -> Bool {
    graph.bindings[place].source == .value && graph.bindings[place].key.isClass
      && graph.components[graph.bindings[place].component].parent != nil
  }

  private func finding(_ binding: Binding, _ graph: BindingGraph) -> Diagnostic {
    let (component, key) = (graph.components[binding.component], binding.key)
    let tagged = key.tagName.map { ".tagged(with: \($0).self)" } ?? ""
    let parent = component.parent.map { graph.components[$0].name } ?? ""
    return Diagnostic(
      .sharedValue, .warning,
      "all instances of \(component.name) share one \(key), which is bound as a value",
      on: binding,
      fix: (component.scope == nil ? "give \(component.name) a scope, and " : "")
        + "make one for each instance: binder.bind(\(TypeShape.metatype(key.typeName)))\(tagged)"
        + ".sharedInScope().to(factory: …)\nor bind it in \(parent), where all are to share it")
  }
}
