/// Finds objects that a subcomponent binds as a value: `configure` runs once, so all instances of the component
/// share the object.
///
/// The root component is not checked, as a program usually builds it once. Neither are keys that are not a
/// class: whether a protocol or a collection holds an object is not known.
struct SharedValueValidator: GraphValidator {
  func diagnostics(of graph: BindingGraph) -> [Diagnostic] {
    graph.bindingIndices.filter {
      isSharedObject(at: $0, graph) && !graph.resolution.isReplaced[$0.number]
    }
    .map { finding(graph[$0], graph) }
  }

  private func isSharedObject(at index: BindingIndex, _ graph: BindingGraph) -> Bool {
    graph[index].source == .value && graph[index].key.isClass
      && graph[graph[index].component].parent != nil
  }

  private func finding(_ binding: Binding, _ graph: BindingGraph) -> Diagnostic {
    let (component, key) = (graph[binding.component], binding.key)
    let tagged = key.tagName.map { ".tagged(with: \($0).self)" } ?? ""
    let parent = component.parent.map { graph[$0].name } ?? ""
    return Diagnostic(
      .sharedValue, .warning,
      "all instances of \(component.name) share one \(key), which is bound as a value",
      on: binding,
      fix: (component.scope == nil ? "give \(component.name) a scope, and " : "")
        + "create one for each instance: binder.bind(\(TypeShape.metatype(key.typeName)))\(tagged)"
        + ".sharedInScope().to(factory: …)\nor bind it in \(parent) if all are to share it")
  }
}
