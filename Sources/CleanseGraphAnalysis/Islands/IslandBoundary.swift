public import CleanseGraph
import CleanseSupport

extension Diagnostic.Code {
  /// Plugins are tied that are to be in different islands.
  public static let pluginMergedIslands: Self = "plugin/merged-islands"
}

/// A validator of the islands that an operator wants: an error if plugins that are to run in different processes are tied.
///
/// ```swift
/// let loader = CleanseServiceLoader()
/// loader.register(IslandBoundary(["web": ["org.example.web"], "mail": ["org.example.mail"]]))
/// ```
///
/// Plugins of one wanted island need not be tied, and a plugin that is in none of them can be tied to those of one.
public struct IslandBoundary: CleanseBindingPlugin {
  /// The name of the validator.
  public let name = "islands"
  private let islands: [(name: String, plugins: [String])]

  /// - Parameter islands: The plugins of each wanted island, by identifier. A plugin that the graph does not have is in no
  ///   island.
  public init(_ islands: [String: [String]]) {
    self.islands = islands.sorted { $0.key < $1.key }.map { (name: $0.key, plugins: $0.value) }
  }

  /// Reports each pair of wanted islands that are merged, with the ties that connect them.
  public func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter) {
    let found = Islands(of: root.graph)
    for (number, first) in islands.enumerated() {
      for second in islands.dropFirst(number + 1) {
        let merged = first.plugins.filter { plugin in
          second.plugins.contains { found.areTied(plugin, $0) }
        }
        guard !merged.isEmpty else { continue }
        let ties = IslandTie.all(inIslandsOf: merged, found, in: root.graph)
        let path = IslandTie.path(from: Set(first.plugins), to: Set(second.plugins), in: ties)
        errorReporter.report(
          Diagnostic(
            .pluginMergedIslands, .error,
            "the islands \(first.name.quoted) and \(second.name.quoted) are merged",
            at: path.first?.binding?.location,
            provenance: Provenance(origin: path.first?.binding?.plugin),
            notes: path.map(\.note),
            fix: path.contains { $0.kind == .sharedInstance }
              ? "let each process have an instance of its own with perProcess(), or merge the islands in the settings"
              : "remove a tie, or merge the islands in the settings",
            arguments: [.init("island", first.name), .init("island", second.name)]))
      }
    }
  }
}

extension Islands {
  /// Whether both plugins are in the graph, and in one island.
  fileprivate func areTied(_ plugin: String, _ other: String) -> Bool {
    island(of: plugin).map { $0 == island(of: other) } ?? false
  }
}

extension IslandTie {
  /// The fewest ties that connect two sets of plugins; empty if they are not connected.
  static func path(
    from start: Set<String>, to end: Set<String>, in ties: [IslandTie]
  ) -> [IslandTie] {
    var rest = ties.map { (tie: $0, ends: Set($0.plugins + ($0.hasApplication ? [""] : []))) }
    var previous: [String: IslandTie] = [:]
    var origins: [String: String] = [:]
    var queue = start.sorted()
    var seen = start
    var position = 0
    while position < queue.count {
      let plugin = queue[position]
      position += 1
      if end.contains(plugin) {
        return sequence(first: plugin) { origins[$0] }.compactMap { previous[$0] }.reversed()
      }
      for (tie, ends) in rest where ends.contains(plugin) {
        for other in ends.sorted() where seen.insert(other).inserted {
          (previous[other], origins[other]) = (tie, plugin)
          queue.append(other)
        }
      }
      rest.removeAll { $0.ends.contains(plugin) }
    }
    return []
  }

  fileprivate var note: Diagnostic.Note {
    Diagnostic.Note(
      "\(binding.map { "\($0.key), " } ?? "")\(phrase), ties \(members)", at: binding?.location,
      provenance: Provenance(origin: binding?.plugin))
  }
}
