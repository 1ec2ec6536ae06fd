import CleansePluginHost

/// A contribution of commands, which are made only when one of them is run.
struct CommandSource: Sendable {
  /// The identifier of the plugin; nil for the application.
  let origin: String?
  /// The commands that the manifest of the plugin names; empty if it names none.
  let declared: [DeclaredContribution]
  /// Makes the commands, and nothing else but their dependencies.
  let make: @Sendable () throws -> [any Command]
}

extension CommandSource {
  /// The name of the extension point in manifests.
  private static let extensionPoint = "Command"

  static func all(
    _ contributions: [(origin: String?, make: @Sendable () throws -> [any Command])],
    _ combined: CombinedGraph
  ) -> [CommandSource] {
    let manifests = combined.inspections.compactMap(\.usable?.manifest)
    let declared = Dictionary(
      manifests.map { ($0.identifier, $0.contributions[extensionPoint] ?? []) },
      uniquingKeysWith: { first, _ in first })
    return contributions.map {
      CommandSource(
        origin: $0.origin, declared: $0.origin.flatMap { declared[$0] } ?? [], make: $0.make)
    }
  }
}
