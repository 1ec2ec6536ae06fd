public import CleanseGraph

extension CleanseServiceLoader {
  /// Creates a loader with validators.
  public convenience init(_ services: [any CleanseBindingPlugin]) {
    self.init()
    for service in services { register(service) }
  }

  /// A new loader without validators.
  public static var instance: CleanseServiceLoader { CleanseServiceLoader() }
}

extension CleanseErrorReporter {
  /// Reports several errors.
  public func append(contentsOf errors: [any Error]) {
    for error in errors { append(error: error) }
  }
}

extension ComponentBinding {
  /// The component that installs this one; nil for the root component.
  public var parent: ComponentBinding? {
    graph.components[component].parent.map { ComponentBinding(graph: graph, component: $0) }
  }

  /// A component is described by names, not by types.
  @available(*, unavailable, message: "write 'component.name', which is never nil")
  public var componentType: (any Any.Type)? { nil }

  /// A component is described by names, not by types.
  @available(
    *, unavailable, message: "write 'component.bindings.first { $0.kind == .seed }?.key'"
  )
  public var seed: any Any.Type { Void.self }

  /// The bindings of a component are a list.
  @available(
    *, unavailable, message: "write 'Dictionary(grouping: component.bindings, by: { $0.key })'"
  )
  public var providers: [Key: [Binding]] { Dictionary(grouping: bindings, by: \.key) }
}

/// The key of a binding.
@available(
  *, unavailable, renamed: "Key",
  message: "its 'type' and 'typeName' are strings, and 'tagName' is the tag"
)
public typealias ProviderKey = Key

/// A binding.
@available(
  *, unavailable, renamed: "Binding",
  message: "it has 'key', 'requests' and 'location'"
)
public typealias ProviderInfo = Binding

extension Binding {
  /// The dependencies of the binding.
  @available(*, unavailable, renamed: "requests")
  public var requirements: [Request] { requests }
}
