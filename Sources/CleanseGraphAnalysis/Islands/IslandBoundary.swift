public import CleanseGraph
import CleanseSupport

extension Diagnostic.Code {
  /// Plugins are tied that are to be in different islands.
  public static let pluginMergedIslands: Self = "plugin/merged-islands"
}

/// A validator of the islands that an operator wants: an error if plugins that are to run in different processes are tied, or to
/// the application.
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

  /// The same boundary with the present identifiers of plugins that it names by earlier ones.
  package func renaming(_ identifiers: [String: String]) -> IslandBoundary {
    let renamed = islands.map { island in
      (island.name, island.plugins.map { identifiers[$0] ?? $0 }.distinct())
    }
    return IslandBoundary(Dictionary(uniqueKeysWithValues: renamed))
  }

  /// Reports each pair of wanted islands that are merged, and each that is merged with the application, with the ties that connect
  /// them.
  public func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter) {
    let found = Islands(of: root.graph)
    for (number, first) in islands.enumerated() {
      let own = first.plugins.filter { found.island(of: $0)?.hasApplication == true }
      if !own.isEmpty {
        report(
          "the island \(first.name.quoted) is merged with the application", [first.name], own,
          Set(first.plugins), [""], found, in: root.graph, to: errorReporter)
      }
      for second in islands.dropFirst(number + 1) {
        let merged = first.plugins.filter { plugin in
          second.plugins.contains { found.areTied(plugin, $0) }
        }
        guard !merged.isEmpty else { continue }
        report(
          "the islands \(first.name.quoted) and \(second.name.quoted) are merged",
          [first.name, second.name], merged, Set(first.plugins), Set(second.plugins), found,
          in: root.graph, to: errorReporter)
      }
    }
  }

  /// - Parameters:
  ///   - names: The names of the islands.
  ///   - merged: Plugins of the first one that are in the same island as the other.
  ///   - ends: The plugins of the other; an empty identifier for the application.
  private func report(
    _ message: String, _ names: [String], _ merged: [String], _ starts: Set<String>,
    _ ends: Set<String>, _ found: Islands, in graph: BindingGraph,
    to errorReporter: CleanseErrorReporter
  ) {
    let ties = IslandTie.all(inIslandsOf: merged, found, in: graph)
    let path = IslandTie.path(from: starts, to: ends, in: ties)
    errorReporter.report(
      Diagnostic(
        .pluginMergedIslands, .error, message, at: path.first?.binding?.location,
        provenance: Provenance(origin: path.first?.binding?.plugin), notes: path.map(\.note),
        fix: path.contains { $0.kind == .sharedInstance }
          ? "let each process have an instance of its own with perProcess(), or merge the islands in the settings"
          : "remove a tie, or merge the islands in the settings",
        arguments: names.map { .init("island", $0) }))
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
