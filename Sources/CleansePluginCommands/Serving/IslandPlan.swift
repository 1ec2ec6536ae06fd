import CleanseCrypto
import CleanseGraphAnalysis
import CleansePluginHost
import CleanseSupport
import CleanseSupervision

/// Which plugins of a validated graph run in which process.
///
/// The plugins of one process are those of an island, or of several that an operator has given one name in the settings. The
/// application's own process has those that share something with it, and those without a service run nowhere.
struct IslandPlan {
  /// The plugins of a process of their own.
  struct Part {
    let island: WorkerIsland
    let plugins: [PluginInspection]
  }

  /// The plugins of the application's process.
  private(set) var application: [PluginInspection] = []
  private(set) var parts: [Part] = []

  /// - Parameters:
  ///   - combination: The validated graph.
  ///   - policy: The settings.
  init(of combination: CombinedGraph, _ policy: Policy) {
    let (graph, usable) = (combination.graph, combination.inspections.filter(\.isUsable))
    let plugins = usable.compactMap(\.usable?.manifest.identifier)
    let names = policy.islands.flatMap { name, island in
      island.value.map { (plugin: $0, name: name) }
    }
    let nameOfPlugins = Dictionary(keepingFirst: names.map { ($0.plugin, $0.name) })
    let serving = Set(
      (graph.resolution.services[.root] ?? []).compactMap { graph[$0.binding].provenance.origin })
    var taken = Set<String>()
    for group in Self.groups(of: plugins, Islands(of: graph), nameOfPlugins) {
      let inspections = usable.filter {
        group.plugins.contains($0.usable?.manifest.identifier ?? "")
      }
      if group.hasApplication {
        application += inspections
      } else if !serving.isDisjoint(with: group.plugins) {
        let named = group.plugins.compactMap { nameOfPlugins[$0] }.sorted().first
        // The name of an island can be the identifier of another plugin.
        let others = Set(plugins).subtracting(group.plugins)
        let name = named.flatMap { others.contains($0) ? nil : $0 } ?? group.plugins[0]
        taken.insert(name)
        parts.append(
          Part(
            island: WorkerIsland(
              name: name, plugins: group.plugins, digest: Self.digest(of: inspections, policy)),
            plugins: inspections))
      }
    }
  }

  /// Plugins that run in one process.
  private struct Group {
    var plugins: [String]
    var hasApplication: Bool
  }

  /// Unites islands whose plugins have one name in the settings.
  private static func groups(
    of plugins: [String], _ islands: Islands, _ names: [String: String]
  ) -> [Group] {
    var groups: [Group] = []
    var numbersOfNames: [String: Int] = [:]
    var isKnown: Set<String> = []
    for plugin in plugins where !isKnown.contains(plugin) {
      let island = islands.island(of: plugin)
      var group = Group(
        plugins: island?.plugins ?? [plugin], hasApplication: island?.hasApplication ?? false)
      isKnown.formUnion(group.plugins)
      let groupNames = Set(group.plugins.compactMap { names[$0] })
      for number in Set(groupNames.compactMap { numbersOfNames[$0] }).sorted() {
        group.plugins = groups[number].plugins + group.plugins
        group.hasApplication = group.hasApplication || groups[number].hasApplication
        groups[number] = Group(plugins: [], hasApplication: false)
      }
      for (name, number) in numbersOfNames where groups[number].plugins.isEmpty {
        numbersOfNames[name] = groups.count
      }
      for name in groupNames { numbersOfNames[name] = groups.count }
      groups.append(group)
    }
    return groups.filter { !$0.plugins.isEmpty }
  }

  /// What distinguishes an island from one that runs: the files, also of libraries, and the settings. The program is the same in
  /// all of them.
  private static func digest(of plugins: [PluginInspection], _ policy: Policy) -> String {
    var mounts = MountFlags()
    let parts = plugins.flatMap { plugin in
      // Of one that is not known, each is another.
      [plugin.identity(&mounts), plugin.optionIdentity].map {
        $0 ?? "\(UInt64.random(in: 0 ... .max))"
      }
    }
    let all = parts + ["\(policy.permissions.value as Any)"]
    return "\(ContentDigest(of: all.lengthPrefixed.utf8))"
  }
}
