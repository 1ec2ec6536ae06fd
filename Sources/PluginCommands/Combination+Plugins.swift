import CleansePluginHost
import CleanseSupport

extension Combination {
  /// What would come of the others without these plugins and those that require them.
  func without(_ identifiers: Set<String>) -> Combination {
    Combination(combined.without(identifiers), levels)
  }

  /// The plugins that can be used, and which of them require which.
  var requirements: RequirementTree {
    RequirementTree(
      plugins.compactMap(\.usable).map { plugin in
        (
          plugin.manifest.identifier,
          plugin.manifest.requires.map {
            RequirementTree.Requirement(
              identifier: $0.identifier, versions: $0.range.description)
          }
        )
      })
  }

  /// The identifier of the plugin that the user means.
  ///
  /// - Throws: A ``UsageError`` where there is none, or none that can be used.
  func usablePlugin(
    _ name: PluginName, in path: PluginPath, for command: String
  ) throws(UsageError) -> String {
    let meant = entries.filter(name.names)
    guard !meant.isEmpty else {
      throw name.unknown(among: entries.map(\.name), in: path, for: command)
    }
    guard let identifier = meant.first(where: { $0.status == .ok })?.identifier else {
      throw UsageError(
        "the plugin `\(name.text)` is not in the graph anyway, as it was rejected",
        hints: ["`host validate` tells why"], command: command)
    }
    return identifier
  }
}

extension PluginName {
  /// The mistake that there is no such plugin, with the nearest name as a hint.
  func unknown(
    among known: [String], in path: PluginPath, for command: String
  ) -> UsageError {
    let place = path.directories.joined(separator: ", ")
    let hint: String
    if let nearest = NearestNames.of(text, among: known).first {
      hint = "did you mean \(nearest)?"
    } else if known.isEmpty {
      hint = "there is no plugin at all"
    } else {
      let names = Set(known).sorted()
      hint = "there \(names.count == 1 ? "is" : "are") \(names.joined(separator: ", "))"
    }
    return UsageError("no plugin `\(text)` in \(place)", hints: [hint], command: command)
  }
}
