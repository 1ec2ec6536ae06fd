/// A component, as it is passed to a validator.
public struct ComponentBinding: Sendable {
  /// The whole graph, of this component and all others.
  public let graph: BindingGraph
  package let component: ComponentIndex

  package init(graph: BindingGraph, component: ComponentIndex) {
    self.graph = graph
    self.component = component
  }

  /// The subject of a finding about the component.
  var subject: Diagnostic.Subject { .component(component) }

  /// The binding that installs the component; nil for the root component.
  var factory: Binding? {
    graph.bindings.first { $0.subcomponent == component }
  }

  /// The component type's name.
  public var name: String { graph[component].name }

  /// The name of the component's scope; nil for an unscoped component.
  public var scope: String? { graph[component].scope }

  /// The key of the component's root.
  public var root: Key { graph[component].root }

  /// The component's subcomponents, in the order of declaration.
  public var subcomponents: [ComponentBinding] {
    graph.componentIndices.filter { graph[$0].parent == component }
      .map { ComponentBinding(graph: graph, component: $0) }
  }

  /// The component's own bindings, in the order of declaration.
  public var bindings: [Binding] {
    graph.bindings.filter { $0.component == component }
  }
}
