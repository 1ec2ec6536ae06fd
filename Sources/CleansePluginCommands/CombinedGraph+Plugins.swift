import CleanseFindingReports
import CleansePluginHost
import CleanseGraphAnalysis
import CleanseSupport

extension CombinedGraph {
  /// A smallest set of plugins whose removal makes the graph valid; nil if the graph has no error, or if there
  /// is no complete graph.
  var removal: SmallestRemoval? {
    let configuration = Set(configurationFindings)
    return smallestRemoval(of: graphFindings.filter { !configuration.contains($0) })
  }

  /// Returns the identifier of the plugin that the name refers to.
  ///
  /// - Throws: A ``UsageError`` if there is no such plugin, or it was rejected.
  func usablePlugin(
    _ name: PluginName, in path: PluginPath, for command: String
  ) throws(UsageError) -> String {
    let matches = entries.filter(name.names)
    guard !matches.isEmpty else {
      throw name.unknown(among: entries.map(\.name), in: path, for: command)
    }
    guard let identifier = matches.first(where: { $0.status == .ok })?.identifier else {
      throw UsageError(
        "plugin `\(name.text)` was rejected and is not in the graph",
        hints: ["run `host validate` to see the reason"], command: command)
    }
    return identifier
  }
}

extension PluginName {
  /// The error for an unknown plugin, with the nearest name as a hint.
  func unknown(
    among known: [String], in path: PluginPath, for command: String
  ) -> UsageError {
    let directories = path.directories.joined(separator: ", ")
    let hint: String
    if let nearest = NearestNames.of(text, among: known).first {
      hint = "did you mean \(nearest)?"
    } else if known.isEmpty {
      hint = "no plugins were found"
    } else {
      let names = Set(known).sorted()
      hint =
        "the \(names.count == 1 ? "only plugin is" : "plugins are") "
        + names.joined(separator: ", ")
    }
    return UsageError("no plugin `\(text)` in \(directories)", hints: [hint], command: command)
  }
}
