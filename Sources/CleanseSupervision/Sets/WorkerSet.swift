package import CleanseSupport

/// The private copy of plugins and settings that a worker uses.
package struct WorkerSet: Sendable {
  /// The directory of the copy.
  package let directory: FilePath
  /// Whether the worker makes the copy, in the empty directory. Otherwise, it has served before.
  package let isNew: Bool
  /// The plugins that it leaves out, by identifier.
  package let without: [String]
}
