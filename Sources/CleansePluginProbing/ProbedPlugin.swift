import CleansePluginCABI
package import CleansePluginFiles
import CleansePluginLoading
package import CleanseC
package import Cleanse
import CleanseSupport
internal import CleansePluginMetadata

/// The result of loading a plugin in a process of its own: the findings and the bindings that it registers.
package struct ProbedPlugin: Sendable {
  /// The findings of the process itself.
  package let findings: [Diagnostic]
  /// Whether all checks were finished. Otherwise the plugin may have further findings another time.
  let isFinished: Bool
  /// What the plugin declares; nil if it could not be loaded.
  let recorded: RecordedBindings?
  /// The encoded graph of the application's component with this plugin alone, decoded only by ``graph()``.
  private let document: [UInt8]

  /// What is sent besides the document.
  private struct Head: Codable {
    let findings: [Diagnostic]
    let isFinished: Bool
    let recorded: RecordedBindings?
  }

  init(
    findings: [Diagnostic], graph: BindingGraph, recorded: RecordedBindings? = nil,
    isFinished: Bool = true
  ) {
    (self.findings, self.isFinished, self.recorded) = (findings, isFinished, recorded)
    // A graph is text and numbers, so encoding can't fail; if it did, the result would have no graph.
    document = (try? JSONWriter.bytes(of: graph)) ?? []
  }

  /// Decodes the output of ``bytes()``.
  init(bytes: [UInt8]) throws {
    var rest = bytes
    guard let (head, document) = try ProbeMessage.next(Head.self, from: &rest), rest.isEmpty else {
      throw ProbeMessage.Malformed()
    }
    (findings, isFinished, recorded) = (head.findings, head.isFinished, head.recorded)
    self.document = document
  }

  func bytes() throws -> [UInt8] {
    try ProbeMessage.bytes(
      of: Head(findings: findings, isFinished: isFinished, recorded: recorded), payload: document)
  }

  /// The graph of the application's component with this plugin alone.
  package func graph() throws -> BindingGraph {
    try JSONParser.value(BindingGraph.self, from: document, userInfo: .graphsWithC)
  }

  /// The bindings that the plugin would add to the root component; empty if the graph can't be decoded.
  func wouldBind(as origin: String) -> [BindingGraph.Dropped] {
    guard let graph = try? graph() else { return [] }
    let bound = graph.bindings.filter { $0.component == .root && $0.provenance.origin == origin }
    return graph.dropped + bound.map { BindingGraph.Dropped($0) }
  }
}

extension ProbedPlugin {
  /// Loads the plugin into this process and configures it twice.
  ///
  /// - Parameter milliseconds: The time that checks of debug information may take.
  /// - Returns: Nil for a file that can't be used.
  package init?<C: RootComponent>(
    loading inspection: PluginInspection, into component: C.Type,
    checkingWithin milliseconds: Int = 1000
  ) {
    let settings = ProcessSettings()
    let before = ProcessState()
    let loaded: LoadedPlugin
    do throws(Diagnostic) {
      guard let plugin = try LoadedPlugin(inspection) else { return nil }
      loaded = plugin
    } catch {
      // What is sent next may need what the plugin's constructors took.
      _ = settings.restore()
      self.init(findings: [error], graph: BindingGraph(of: component))
      return
    }
    let plugin = loaded.description
    let (recording, refusals) = Self.record(loaded, into: component)
    // What exceeds a limit is dropped, so there is nothing to compare.
    let isExcessive = refusals.contains { $0.code == .pluginProbeLimit }
    let (again, refusalsAgain) =
      isExcessive ? (recording, refusals) : Self.record(loaded, into: component)
    let graph = recording.graph
    // First of all, as the following checks may need what the plugin took.
    let (changed, lasting) = settings.restore()
    let changes = changed + ProcessState().changes(since: before)
    var findings = refusals + loaded.lateMisuses()
    if refusals.isEmpty, !refusalsAgain.isEmpty {
      findings.append(.refusesLater(plugin, refusalsAgain))
    }
    if let difference = GraphDifference(graph, again.graph) {
      findings.append(.unsteady(plugin, difference))
    }
    var isFinished = true
    if refusals.isEmpty {
      findings += Contributions(of: plugin, in: graph).findings
      let mismatches = SignatureCheck.findings(of: inspection, in: recording, within: milliseconds)
      findings += mismatches ?? []
      isFinished = mismatches != nil
    }
    if !ProcessState.hasFreeDescriptors {
      // Without descriptors, the state could not be read either.
      findings.append(.noDescriptors(plugin))
    } else if !changes.isEmpty {
      findings.append(.changedProcess(plugin, changes, lasting: lasting))
    }
    let bindings = RecordedBindings(
      of: plugin.manifest.identifier, isC: plugin.isC, in: graph)
    self.init(findings: findings, graph: graph, recorded: bindings, isFinished: isFinished)
  }

  private static func record<C: RootComponent>(
    _ plugin: LoadedPlugin, into component: C.Type
  ) -> (Recording, refusals: [Diagnostic]) {
    var refusals: [Diagnostic] = []
    let recording = Recording(of: component) { recorder in
      recorder.recordExtensionPoints()
      refusals = plugin.configure(recorder, scope: C.Scope.self)
    }
    return (recording, refusals)
  }
}
