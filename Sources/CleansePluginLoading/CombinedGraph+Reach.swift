package import CleanseGraph
import CleanseGraphAnalysis
package import CleansePluginFiles
import CleansePluginMetadata
import CleanseSupport

extension CombinedGraph {
  /// The usable plugins that bindings need, and the plugins that these require. With them alone, the bindings provide the
  /// same as with all plugins.
  package func plugins(neededFor bindings: [BindingIndex]) -> [PluginInspection] {
    let needed = requiring(graph.contributors(neededFor: bindings))
    return inspections.filter { $0.usable.map { needed.contains($0.manifest.identifier) } ?? false }
  }

  /// The plugins and those that they require, transitively.
  private func requiring(_ identifiers: Set<String>) -> Set<String> {
    let requirements = Dictionary(
      keepingFirst: inspections.compactMap(\.usable).map {
        ($0.manifest.identifier, $0.manifest.requires)
      })
    var all: Set<String> = []
    var open = Array(identifiers)
    while let next = open.popLast() {
      guard all.insert(next).inserted else { continue }
      open += (requirements[next] ?? []).map(\.identifier)
    }
    return all
  }
}
