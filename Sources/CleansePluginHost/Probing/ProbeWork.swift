internal import Cleanse
internal import FoundationEssentials

/// What the processes of the probe do for an application; all of it is known when the application
/// starts, as the fork server is a copy of it from then.
struct ProbeWork: Sendable {
  private let examine: @Sendable (InspectedPlugin) -> ProbedPlugin
  private let combine: @Sendable ([InspectedPlugin]) -> ProbedCombination
  /// The name of the application's component.
  let component: String
  /// The graph of the application without any plugin.
  let bareGraph: @Sendable () -> BindingGraph

  /// The work for an application's own component.
  init<C: RootComponent>(for component: C.Type) {
    examine = { ProbedPlugin(loading: $0, into: component) }
    self.component = String(reflecting: component)
    combine = { ProbedCombination(loading: $0, into: component) }
    bareGraph = {
      BindingGraph(
        PluginRecording(of: component, with: PluginSet(loading: [], checksContents: false))
          .recording)
    }
  }

  /// Does the request's task; the bytes are what goes back to the host.
  func payload(of request: ProbeRequest) -> [UInt8] {
    do {
      switch request.task {
      case .examine:
        guard let plugin = request.plugins.first else { return [] }
        return try examine(plugin).bytes()
      case .combine:
        return Array(try JSONEncoder().encode(combine(request.plugins)))
      }
    } catch {
      // An empty result is none to the host, which then tells so.
      return []
    }
  }

  /// Does what is done in the same way for every plugin once, so that each copy of this process has
  /// it done.
  func warmUp() {
    let empty = ProbedPlugin(findings: [], graph: bareGraph())
    _ = try? ProbedPlugin(bytes: empty.bytes())
  }
}
