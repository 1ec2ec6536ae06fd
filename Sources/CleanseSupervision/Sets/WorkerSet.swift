package import CleanseSupport

/// The private copy of plugins and settings that a worker uses.
package struct WorkerSet: Sendable {
  /// The directory of the copy.
  package let directory: FilePath
  /// Whether the worker makes the copy, in the empty directory. Otherwise, it has served before.
  package let isNew: Bool
  /// The plugins that it leaves out, by identifier.
  package let without: [String]
  /// The file that describes the island that it runs, as the application's worker has; nil in the application, and for all plugins
  /// if islands don't run apart.
  package let island: FilePath?
  /// The name of the island.
  package let islandName: String?
  /// The control group of its processes; nil for that of the supervisor.
  let controlGroup: FilePath?
}
