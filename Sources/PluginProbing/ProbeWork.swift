import PluginFiles
import PluginLoading
internal import PluginMetadata
internal import Cleanse
import CleanseSupport
internal import FoundationEssentials

/// What the processes of the probe do for an application; all of it is known when the application
/// starts, as the fork server is a copy of it from then.
struct ProbeWork: Sendable {
  private let examine: @Sendable (InspectedPlugin) -> ProbedPlugin
  private let combine: @Sendable ([InspectedPlugin]) -> ProbedCombination
  private let exercise: @Sendable ([InspectedPlugin], _ function: Int) -> PluginExercise
  /// The name of the application's component.
  let component: String
  /// The graph of the application without any plugin.
  let bareGraph: @Sendable () -> BindingGraph

  /// The work for an application's own component.
  init<C: RootComponent>(for component: C.Type) {
    examine = { ProbedPlugin(loading: $0, into: component) }
    self.component = String(reflecting: component)
    combine = { ProbedCombination(loading: $0, into: component) }
    exercise = { PluginExercise(loading: $0, into: component, calling: $1) }
    bareGraph = {
      PluginRecording(of: component, with: PluginSet(loading: [], checksContents: false))
        .recording.graph
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
      case .exercise(let function):
        return Array(try JSONEncoder().encode(exercise(request.plugins, function)))
      }
    } catch {
      // An empty result is none to the host, which then tells so.
      return []
    }
  }

  /// Does once what is done for every plugin, so that each copy of this process has it behind it: once a
  /// library has been loaded, the runtime looks up anew whatever it has not looked up before.
  func warmUp() {
    let settings = ProcessSettings()
    let state = ProcessState()
    var findings = [Diagnostic]()
    var graph = bareGraph()
    if let plugin = try? PluginDescription.rehearsal() {
      graph = graph.adding(.rehearsal(of: plugin, id: graph.bindings.count))
      findings += Contributions(of: plugin, in: graph).findings
      let (changed, lasting) = settings.restore()
      findings.append(
        .changedProcess(
          plugin, changed + ProcessState().changes(since: state), lasting: lasting))
    }
    _ = GraphDifference(graph, bareGraph())
    _ = try? ProbedPlugin(bytes: ProbedPlugin(findings: findings, graph: graph).bytes())
  }
}

extension PluginDescription {
  /// A plugin that is not there.
  fileprivate static func rehearsal() throws -> PluginDescription {
    PluginDescription(
      file: "",
      manifest: try PluginManifest(
        identifier: "org.cleanse.rehearsal", version: SemanticVersion("1.0.0"), summary: "-",
        authors: ["-"], contributes: ["-"]),
      stamp: .host, neededLibraries: [])
  }
}

extension Binding {
  fileprivate static func rehearsal(of plugin: PluginDescription, id: Int) -> Binding {
    let origin = Provenance(origin: plugin.manifest.identifier, modules: ["-"])
    return Binding(
      id: id, component: 0, key: Key(type: "-", typeName: "[any A.B]"), kind: .contribution,
      location: SourceLocation(file: "-", path: "-", line: 1), provenance: origin)
  }
}

extension BindingGraph {
  fileprivate func adding(_ binding: Binding) -> BindingGraph {
    BindingGraph(components: components, bindings: bindings + [binding])
  }
}
