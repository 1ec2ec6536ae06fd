public import CleanseGraph

/// When a service starts: after which others, and why.
public struct ServiceStart: Encodable, Sendable {
  /// A service that has to be ready before.
  public struct Predecessor: Encodable, Sendable {
    /// The binding of the service.
    public let service: BindingReference
    /// The keys through which the later service depends on it: its own first, that of the service last.
    public let path: [String]
  }

  /// The binding of the service.
  public let service: BindingReference
  /// The place in the order, from 1: services of one stage don't wait for each other. Nil for services that wait for each
  /// other, and for those after them.
  public let stage: Int?
  /// How it starts and stops.
  public let settings: ServiceSettings
  /// The services that it starts after.
  public let after: [Predecessor]

  /// Finds the services of one plugin in a graph, in the order of the bindings.
  ///
  /// - Parameter origin: The identifier of the plugin; nil for the application.
  public static func all(of origin: String?, in graph: BindingGraph) -> [ServiceStart] {
    graph.resolution.services.sorted { $0.key < $1.key }.flatMap(\.value)
      .filter { graph[$0.binding].provenance.origin == origin }
      .map { ServiceStart($0, in: graph) }
  }

  private init(_ service: Resolution.Service, in graph: BindingGraph) {
    let binding = graph[service.binding]
    self.service = BindingReference(binding, in: graph)
    stage = service.stage
    settings = graph[service.role].service ?? ServiceSettings()
    after = service.predecessors.map { predecessor in
      Predecessor(
        service: BindingReference(graph[predecessor], in: graph),
        path: graph.path(fromService: service.binding, to: predecessor).map {
          graph[$0].key.description
        })
    }
  }
}
