package import CleanseSupport

/// The private copy of plugins and settings that a worker uses.
package struct WorkerSet: Sendable {
  /// The directory of the copy.
  package let directory: FilePath
  /// Whether the worker makes the copy, in the empty directory. Otherwise, it has served before.
  package let isNew: Bool
  /// The plugins that it leaves out, by identifier.
  package let without: [String]
  /// The name of the island that it runs; nil for the application, and for all plugins if islands don't run apart.
  package let island: String?
}
