import CleansePluginFiles
import CleansePluginLoading
internal import CleansePluginMetadata
internal import Cleanse
import CleanseSupport

/// The work of the probe processes for an application. All of it is known when the application starts, as their program
/// starts in the same way.
struct ProbeWork: Sendable {
  /// The application's component.
  let component: any RootComponent.Type

  /// The name of the component.
  // Not `String(reflecting:)`, which first looks up conformances of the type in vain.
  var name: String { _typeName(component, qualified: true) }

  /// The graph of the application without any plugin.
  var bareGraph: BindingGraph { Self.bareGraph(of: component) }

  private static func bareGraph<C: RootComponent>(of component: C.Type) -> BindingGraph {
    PluginRecording(of: component, with: PluginSet(loading: [], checksContents: false))
      .recording.graph
  }

  /// Performs the task of the request and returns the bytes to send back to the host.
  ///
  /// - Parameter observe: Is called as by `PluginRecording.result`.
  func payload(
    of request: ProbeRequest, observing observe: (RunningValidator?) -> Void
  ) -> [UInt8] {
    let plugins = request.plugins
    do {
      switch request.task {
      case .examine:
        // A plugin must not be late because of a check.
        let milliseconds = min(1000, request.limits.allowedMilliseconds / 2)
        return try plugins.first.flatMap {
          ProbedPlugin(loading: $0, into: component, checkingWithin: milliseconds)
        }?.bytes() ?? []
      case .combine:
        return try ProbedCombination(loading: plugins, into: component, observing: observe)
          .bytes()
      case .exercise(let function):
        return try JSONWriter.bytes(
          of: PluginExercise(loading: plugins, into: component, calling: function))
      case .commands(let origins):
        return try JSONWriter.bytes(
          of: ProbedCommands(loading: plugins, into: component, of: origins))
      }
    } catch {
      // The host does not accept an empty result and reports that.
      return []
    }
  }

  /// Runs once what runs for every plugin, so that each copy of this process has it done already: after a library
  /// has been loaded, the runtime repeats every lookup that it has not cached.
  func warmUp() {
    ProbeSandbox.warmUp()
    // Without it, a process takes longer and has the same result.
    try? rehearse()
  }

  /// Does with the library of C, which is loaded already, what is done with a plugin. Its entry point is a harmless function,
  /// whose result is that of a plugin that can't be used; so what is done with the bindings of others is done with a binding
  /// that it does not have.
  func rehearse() throws {
    let plugin = try PluginDescription.rehearsal()
    ExpectedMappings.rehearse()
    guard let inspection = PluginInspection.rehearsal(of: plugin),
      let probed = ProbedPlugin(loading: inspection, into: component)
    else { return }
    let bareGraph = try probed.graph()
    let graph = bareGraph.adding(.rehearsal(of: plugin, id: bareGraph.bindings.count))
    let findings =
      probed.findings + Contributions(of: plugin, in: graph).findings
      + [.changedProcess(plugin, ["-"], lasting: ["-"])]
    _ = GraphDifference(graph, bareGraph)
    let recorded = RecordedBindings(of: plugin.manifest.identifier, isC: plugin.isC, in: graph)
    _ = try ProbedPlugin(
      bytes: ProbedPlugin(findings: findings, graph: graph, recorded: recorded).bytes())
  }
}

extension PluginDescription {
  /// A plugin that does not exist.
  fileprivate static func rehearsal() throws -> PluginDescription {
    PluginDescription(
      file: "",
      manifest: try PluginManifest(
        identifier: "org.cleanse.rehearsal", version: SemanticVersion("1.0.0"), summary: "-",
        authors: ["-"], contributes: ["Rehearsal"]),
      stamp: .host, neededLibraries: [], entry: "getpid")
  }
}

extension PluginInspection {
  /// The library of C, which is loaded already, as if it were a plugin; nil if it has another name here.
  fileprivate static func rehearsal(of plugin: PluginDescription) -> PluginInspection? {
    LoadedLibraries.paths.first { FilePath($0).lastComponent == "libc.so.6" }.map { path in
      PluginInspection(
        file: PluginFile(path: path), outcome: .plugin(plugin), fileStamp: FileStamp(path: path),
        linkage: PluginLinkage(libraries: []))
    }
  }
}

extension Binding {
  fileprivate static func rehearsal(of plugin: PluginDescription, id: Int) -> Binding {
    let origin = Provenance(origin: plugin.manifest.identifier, modules: ["-"])
    return Binding(
      id: BindingIndex(id), component: .root, key: Key(type: "-", typeName: "[any A.B]"),
      kind: .contribution,
      location: SourceLocation(file: "-", path: "-", line: 1), provenance: origin)
  }
}

extension BindingGraph {
  fileprivate func adding(_ binding: Binding) -> BindingGraph {
    BindingGraph(components: components, bindings: bindings + [binding])
  }
}
