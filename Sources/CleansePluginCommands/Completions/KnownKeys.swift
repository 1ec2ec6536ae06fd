import CleanseSupport
import CleansePluginHost
import CleanseGraphAnalysis
import FoundationEssentials

/// The names of the keys of a graph, which completions need without loading plugins. The last command that has made the
/// graph of the directories stores them in the cache. They can be out of date; the next such command renews them.
enum KnownKeys {
  /// The names of the keys that were last stored for the directories; empty if there are none.
  static func of(_ path: PluginPath, in context: CommandContext) -> [String] {
    guard let cache = try? OutcomeCache(environment: context.environment),
      let bytes = cache.payload(for: key(of: path, context.tool))
    else { return [] }
    return (try? JSONDecoder().decode([String].self, from: Data(bytes))) ?? []
  }

  /// Stores the names of the keys of a graph.
  ///
  /// - Parameter cache: The cache; nil if the command uses none.
  static func store(
    _ graph: BindingGraph, of path: PluginPath, in cache: OutcomeCache?, _ tool: PluginTool
  ) {
    guard let cache else { return }
    let names = Set(KeySearch(graph).keys.map(\.description)).sorted().prefix(countLimit)
    // What can't be written is missing in the next completion.
    guard let bytes = try? JSONEncoder().encode(Array(names)) else { return }
    let key = key(of: path, tool)
    let payload = Array(bytes)
    if cache.payload(for: key) != payload { cache.store(payload, for: key) }
  }

  /// The shell shows no more than a few thousand candidates, and the entry has to be read in milliseconds.
  private static let countLimit = 10_000

  private static func key(of path: PluginPath, _ tool: PluginTool) -> String {
    let directories = path.directories.map { SystemPath.resolved($0) ?? $0 }
    return (["keys 1", tool.name] + directories).lengthPrefixed
  }
}
