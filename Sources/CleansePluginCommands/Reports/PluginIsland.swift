import CleanseFindingReports
import CleanseGraph
import CleanseGraphAnalysis

/// An island, as a part of a report.
struct PluginIsland: Encodable, Sendable {
  let plugins: [String]
  /// The names that the settings have for plugins of it; nil for none.
  let names: [String]?
  /// Whether the application is a part of it.
  let application: Bool
  /// What ties its plugins or, in a report about one of them, this one to others.
  let ties: [IslandTie]

  init(plugins: [String], names: [String], application: Bool, ties: [IslandTie]) {
    (self.plugins, self.application, self.ties) = (plugins, application, ties)
    self.names = names.isEmpty ? nil : names
  }

  /// The island of a plugin, with what ties this one.
  ///
  /// - Parameter plugin: The identifier. A plugin without bindings is alone.
  init(of plugin: String, _ islands: Islands, in graph: BindingGraph) {
    let island = islands.island(of: plugin)
    plugins = island?.plugins ?? [plugin]
    names = nil
    application = island?.hasApplication ?? false
    ties =
      plugins.count > 1 || application
      ? IslandTie.all(inIslandsOf: [plugin], islands, in: graph).filter {
        $0.plugins.contains(plugin)
      } : []
  }

  /// What ties the plugin to others, as a table.
  func text(for terminal: Terminal) -> String {
    guard !ties.isEmpty else {
      return "shares nothing with other plugins: it is an island of its own\n"
    }
    var table = TextTable(columns: [
      .init("TIED BY", .name), .init("WHICH IS", .prose),
      .init("PLUGINS", .name), .init("LOCATION"),
    ])
    table.rows = ties.cells
    let isShared = ties.contains { $0.kind == .sharedInstance }
    return table.text(for: terminal) + (isShared ? IslandTie.advice + "\n" : "")
  }
}
