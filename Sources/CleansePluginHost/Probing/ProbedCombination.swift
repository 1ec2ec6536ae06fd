internal import Cleanse
internal import FoundationEssentials

/// What came of several plugins that were loaded into one process and recorded into one graph.
struct ProbedCombination: Codable, Sendable {
  /// Why plugins can't be used that are no longer in the graph, by their files' paths.
  let rejections: [String: [Diagnostic]]
  let graph: BindingGraph
  let contributed: ContributedFindings

  /// Reads what a process sent; nothing where that is no such document.
  init?(bytes: [UInt8]) {
    guard let value = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
    self = value
  }
}

extension ProbedCombination {
  /// Loads the plugins into this process and records them.
  init<C: RootComponent>(loading plugins: [InspectedPlugin], into component: C.Type) {
    let set = PluginSet(loading: plugins.map(\.inspection), checksContents: false)
    let recorded = PluginRecording(of: component, with: set)
    rejections = Dictionary(
      recorded.inspections.filter { $0.usable == nil }.map { ($0.file.path, $0.diagnostics) }
    ) { first, _ in first }
    graph = BindingGraph(recorded.recording)
    contributed = recorded.contributedFindings(on: graph)
  }
}
