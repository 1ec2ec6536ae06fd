package import CleansePluginMetadata

/// Plugins that share nothing with the others, and run in a process of their own.
package struct WorkerIsland: Codable, Hashable, Sendable {
  /// The name in the settings, or the identifier of the first plugin.
  package let name: String
  /// The identifiers of its plugins.
  package let plugins: [String]
  /// How much of the machine its processes may use.
  package let limits: IslandLimits
  /// What distinguishes it from an island of other files, settings or dependencies.
  package let digest: String

  package init(
    name: String, plugins: [String], limits: IslandLimits = IslandLimits(), digest: String
  ) {
    self.name = WorkerReport.shortened(name)
    self.plugins = plugins.prefix(WorkerReport.mostTexts).map(WorkerReport.shortened)
    self.limits = limits
    self.digest = WorkerReport.shortened(digest)
  }
}
