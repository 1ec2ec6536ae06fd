/// A component as a validator sees it.
public struct ComponentBinding: Sendable {
  /// The whole graph: every binding with its key, requests, location, scope and provenance.
  public let graph: BindingGraph
  private let component: Int

  init(graph: BindingGraph, component: Int) {
    self.graph = graph
    self.component = component
  }

  /// What a finding about the component is about.
  var subject: Diagnostic.Subject { .component(component) }

  /// The binding that installs the component; nothing for the root component.
  var factory: Binding? {
    graph.bindings.first { $0.subcomponent == component }
  }

  /// The component type's name.
  public var name: String { graph.components[component].name }

  /// The name of the component's scope, if it has one.
  public var scope: String? { graph.components[component].scope }

  /// The key of the component's root.
  public var root: Key { graph.components[component].root }

  /// The components inside of this one, in the order of declaration.
  public var subcomponents: [ComponentBinding] {
    graph.components.indices.filter { graph.components[$0].parent == component }
      .map { ComponentBinding(graph: graph, component: $0) }
  }

  /// The component's own bindings, in the order of declaration.
  public var bindings: [Binding] {
    graph.bindings.filter { $0.component == component }
  }
}
