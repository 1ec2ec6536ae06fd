import CleanseCrypto
import CleanseFindingReports
import CleanseGraphAnalysis
import CleansePluginHost
import CleansePluginMetadata
import CleanseSupport
import CleanseSupervision

/// Which plugins of a validated graph run in which process.
///
/// The plugins of one process are those of an island, or of several that an operator has given one name in the settings. The
/// application's own process has those that share something with it, and those that do nothing by themselves run nowhere.
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
  /// - Throws: If what the settings have for an island can't be applied to its plugins alone.
  init(of combination: CombinedGraph, _ policy: Policy) throws(CommandFailure) {
    let (graph, usable) = (combination.graph, combination.inspections.filter(\.isUsable))
    let plugins = usable.compactMap(\.usable?.manifest.identifier)
    let nameOfPlugins = Self.names(of: usable, policy)
    let active = Self.activePlugins(in: graph)
    for group in Self.groups(of: plugins, Islands(of: graph), nameOfPlugins) {
      let inspections = usable.filter {
        group.plugins.contains($0.usable?.manifest.identifier ?? "")
      }
      let named = Set(group.plugins.compactMap { nameOfPlugins[$0] }).sorted()
      if group.hasApplication {
        try Self.checkOwnSettings(of: named, policy)
        application += inspections
      } else if !active.isDisjoint(with: group.plugins) {
        guard named.count <= 1 else { throw Self.merged(named) }
        let island = Self.island(of: group, named.first, inspections, policy)
        parts.append(Part(island: island, plugins: inspections))
      }
    }
  }

  /// The plugins with a service, or with what a service of each process uses, as that of health checks does.
  static func activePlugins(in graph: BindingGraph) -> Set<String> {
    let services = (graph.resolution.services[.root] ?? []).map { graph[$0.binding] }
    let collections = Set(
      graph.bindings.filter { $0.kind == .declaration && $0.isPerProcess }.map(\.key))
    let contributions = graph.bindings.filter {
      $0.kind == .contribution && collections.contains($0.key)
    }
    return Set((services + contributions).compactMap(\.provenance.origin))
  }

  /// The names of islands in the settings, also those that name a plugin by an identifier that it had before.
  static func names(of plugins: [PluginInspection], _ policy: Policy) -> [String: String] {
    let islands = policy.islands.flatMap { name, island in
      island.value.plugins.map { ($0, name) }
    }
    let names = Dictionary(keepingFirst: islands)
    return Dictionary(
      keepingFirst: plugins.compactMap { plugin in
        let name = plugin.settingIdentifiers.lazy.compactMap { names[$0] }.first
        guard let identifier = plugin.usable?.manifest.identifier, let name else { return nil }
        return (identifier, name)
      })
  }

  private static func island(
    of group: Group, _ named: String?, _ plugins: [PluginInspection], _ policy: Policy
  ) -> WorkerIsland {
    let first = group.plugins[0]
    // The name of an island can be the identifier of a plugin in another one.
    let name = named ?? (policy.islands[first] == nil ? first : "\(first) (plugin)")
    let limits = named.flatMap { policy.islands[$0]?.value.limits } ?? IslandLimits()
    let digest = digest(of: plugins, named.map(policy.forIsland) ?? policy)
    return WorkerIsland(name: name, plugins: group.plugins, limits: limits, digest: digest)
  }

  /// Refuses permissions and limits that would not be those of the islands alone.
  private static func checkOwnSettings(
    of names: [String], _ policy: Policy
  ) throws(CommandFailure) {
    guard let name = names.first(where: { policy.islands[$0]?.value.hasOwnProcess == true }) else {
      return
    }
    throw CommandFailure(
      "the plugins of the island \(name.quoted) run in the process of the application, so they can't have permissions or limits of their own",
      hints: ["`host islands` shows what they share with it"])
  }

  private static func merged(_ names: [String]) -> CommandFailure {
    CommandFailure(
      "the islands \(names.map(\.quoted).joined(separator: " and ")) are merged, so their plugins can't have processes of their own",
      hints: ["`host islands` shows what they share"])
  }

  /// Plugins that run in one process.
  struct Group: Equatable {
    var plugins: [String]
    var hasApplication: Bool
  }

  /// Unites islands whose plugins have one name in the settings.
  static func groups(
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
  /// all of them. A directory with another path and the same files makes no difference.
  private static func digest(of plugins: [PluginInspection], _ policy: Policy) -> String {
    let parts = plugins.flatMap { plugin in
      // Of one that is not known, each is another.
      ["\(FilePath(plugin.file.path).name)", plugin.digest.map { "\($0)" }, plugin.optionIdentity]
        .map {
          $0 ?? "\(UInt64.random(in: 0 ... .max))"
        } + plugin.libraries.map(identity)
    }
    return "\(ContentDigest(of: (parts + [policy.permissionsDigest]).lengthPrefixed.utf8))"
  }

  /// A library is that which was copied, or one of the system.
  private static func identity(of library: NeededLibrary) -> String {
    library.digest.map { "\(FilePath(library.path).name) \($0)" }
      ?? "\(library.path) \(library.stamp)"
  }
}

extension Policy {
  /// What distinguishes the permissions from others.
  var permissionsDigest: String {
    // Numbers and texts can always be encoded.
    let bytes = (try? JSONWriter.bytes(of: permissions.value)) ?? []
    return "\(ContentDigest(of: bytes))"
  }
}
