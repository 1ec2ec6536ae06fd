import CleanseGraph
import CleansePluginFiles
internal import CleansePluginMetadata

/// Compares the graph that a process with several plugins returned with what each of them declares alone, and the application
/// without any. Each plugin can have written that graph.
struct CombinationCheck {
  /// A contributor whose bindings differ.
  struct Difference: Equatable {
    /// The identifier of a plugin; nil for the application.
    let origin: String?
    /// The bindings that it does not declare alone.
    let added: [Binding]
    /// The number of those that it declares alone only.
    let missing: Int
  }

  private let graph: BindingGraph
  /// What each contributor declares alone, as far as it is known.
  private var recorded: [String?: RecordedBindings] = [:]
  private var origins: Set<String?> = [nil]
  private var originsInC: Set<String?> = []
  /// The contributors that install the component or one of its ancestors, for each component.
  private let installers: [Set<String?>]

  /// - Parameters:
  ///   - plugins: The plugins that the process was started for.
  ///   - bareGraph: The graph of the application alone.
  init(of graph: BindingGraph, with plugins: [PluginInspection], bareGraph: BindingGraph) {
    self.graph = graph
    installers = Self.installers(in: graph)
    recorded[nil] = RecordedBindings(of: nil, isC: false, in: bareGraph)
    for plugin in plugins {
      guard let description = plugin.usable else { continue }
      let origin = description.manifest.identifier
      origins.insert(origin)
      if description.isC { originsInC.insert(origin) }
      recorded[origin] = plugin.recordedBindings
    }
  }

  private static func installers(in graph: BindingGraph) -> [Set<String?>] {
    var installers: [Set<String?>] = Array(repeating: [], count: graph.components.count)
    for binding in graph.bindings {
      if let subcomponent = binding.subcomponent {
        installers[subcomponent.number].insert(binding.provenance.origin)
      }
    }
    // Parents come first.
    for (index, component) in graph.components.enumerated() {
      if let parent = component.parent { installers[index].formUnion(installers[parent.number]) }
    }
    return installers
  }

  /// The first contributor that differs: the application, or a plugin in the order of the identifiers.
  ///
  /// - Parameter rejected: The plugins that the process did not use.
  func difference(except rejected: Set<String>) -> Difference? {
    if let stranger = graph.bindings.first(where: { !origins.contains($0.provenance.origin) }) {
      return Difference(origin: stranger.provenance.origin, added: [stranger], missing: 0)
    }
    let (present, own) = digests()
    for (origin, alone) in recorded.sorted(by: { $0.key ?? "" < $1.key ?? "" }) {
      let isRejected = origin.map(rejected.contains) ?? false
      let missing = isRejected ? 0 : alone.digests.count { !present.contains($0) }
      let added = Self.added(own[origin] ?? [], to: alone)
      if !added.isEmpty || missing > 0 {
        return Difference(origin: origin, added: added, missing: missing)
      }
    }
    return nil
  }

  private typealias Found = (digest: RecordedBindings.Digest, binding: Binding)

  /// The digests in the graph, and those of each contributor in components that exist without the other plugins.
  ///
  /// A module of several plugins counts for the first one, and in subcomponents of others, extensions add bindings.
  private func digests() -> (present: Set<RecordedBindings.Digest>, own: [String?: [Found]]) {
    var present: Set<RecordedBindings.Digest> = []
    var own: [String?: [Found]] = [:]
    for binding in graph.bindings {
      let origin = binding.provenance.origin
      let isC = originsInC.contains(origin)
      guard let digest = RecordedBindings.digest(of: binding, isC: isC) else { continue }
      present.insert(digest)
      if installers[binding.component.number].isSubset(of: [nil, origin]) {
        own[origin, default: []].append((digest, binding))
      }
    }
    return (present, own)
  }

  /// The bindings that are more than those of a contributor alone.
  private static func added(_ found: [Found], to alone: RecordedBindings) -> [Binding] {
    var left = Dictionary(alone.digests.map { ($0, 1) }, uniquingKeysWith: +)
    return found.compactMap { digest, binding in
      left[digest, default: 0] -= 1
      return left[digest, default: 0] < 0 ? binding : nil
    }
  }
}
