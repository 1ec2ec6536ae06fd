import PluginCABI
package import PluginLoading
package import CleanseC
package import Cleanse
internal import FoundationEssentials

/// What a plugin did in a process of its own: what is wrong with that, and what it registers.
package struct ProbedPlugin: Sendable {
  /// What the process itself could find out.
  package let findings: [Diagnostic]
  /// The application's component with this plugin alone, as a document; it is only read where it is
  /// asked for.
  private let document: [UInt8]

  init(findings: [Diagnostic], graph: BindingGraph) {
    self.findings = findings
    // A graph is text and numbers; where it could not be written the result has none.
    document = (try? JSONEncoder().encode(graph)).map(Array.init) ?? []
  }

  /// Reads what ``bytes()`` wrote.
  init(bytes: [UInt8]) throws {
    var rest = bytes
    guard let (findings, document) = try ProbeMessage.next([Diagnostic].self, from: &rest),
      rest.isEmpty
    else { throw ProbeMessage.Malformed() }
    self.findings = findings
    self.document = document
  }

  func bytes() throws -> [UInt8] {
    try ProbeMessage.bytes(of: findings, payload: document)
  }

  /// The graph of the application's component with this plugin alone.
  package func graph() throws -> BindingGraph {
    let decoder = JSONDecoder()
    decoder.userInfo = .graphsWithC
    return try decoder.decode(BindingGraph.self, from: Data(document))
  }

  /// What the plugin would bind in the root component; nothing where that can't be read.
  func wouldBind(as origin: String) -> [BindingGraph.Dropped] {
    guard let graph = try? graph() else { return [] }
    let bound = graph.bindings.filter { $0.component == 0 && $0.provenance.origin == origin }
    return graph.dropped
      + bound.map {
        BindingGraph.Dropped(key: $0.key, location: $0.location, provenance: $0.provenance)
      }
  }
}

extension ProbedPlugin {
  /// Loads the plugin into this process and lets it configure twice.
  package init<C: RootComponent>(loading plugin: InspectedPlugin, into component: C.Type) {
    let settings = ProcessSettings()
    let before = ProcessState()
    let loaded: LoadedPlugin
    do throws(Diagnostic) {
      loaded = try LoadedPlugin(plugin)
    } catch {
      // What is sent next may need what the plugin's constructors took.
      _ = settings.restore()
      self.init(findings: [error], graph: BindingGraph(of: component))
      return
    }
    let (graph, refusals) = Self.record(loaded, into: component)
    let (again, refusalsAgain) = Self.record(loaded, into: component)
    // First of all, as what is looked at next may need what a plugin took.
    let (changed, lasting) = settings.restore()
    let changes = changed + ProcessState().changes(since: before)
    var findings = refusals + loaded.lateMisuses()
    if refusals.isEmpty, !refusalsAgain.isEmpty {
      findings.append(.refusesLater(plugin.description, refusalsAgain))
    }
    if let difference = GraphDifference(graph, again) {
      findings.append(.unsteady(plugin.description, difference))
    }
    if refusals.isEmpty {
      findings += Contributions(of: plugin.description, in: graph).findings
    }
    if !ProcessState.hasFreeDescriptors {
      // Nor could the state be looked at.
      findings.append(.noDescriptors(plugin.description))
    } else if !changes.isEmpty {
      findings.append(.changedProcess(plugin.description, changes, lasting: lasting))
    }
    self.init(findings: findings, graph: graph)
  }

  private static func record<C: RootComponent>(
    _ plugin: LoadedPlugin, into component: C.Type
  ) -> (BindingGraph, refusals: [Diagnostic]) {
    var refusals: [Diagnostic] = []
    let recording = Recording(of: component) { recorder in
      recorder.recordExtensionPoints()
      refusals = plugin.configure(recorder, scope: C.Scope.self)
    }
    return (recording.graph, refusals)
  }
}
