import CleanseFindingReports
import CleanseGraphAnalysis
import CleanseGraph
import CleanseSupport

/// The result of `host islands`: which plugins can run in processes of their own, and what ties the others.
struct IslandsReport: CommandReport {
  let schema = "cleanse-islands/1"
  /// Each with all of its ties.
  let islands: [PluginIsland]
  /// The names of islands in the settings, by plugin.
  private let names: [String: String]

  private enum CodingKeys: String, CodingKey {
    case schema, islands
  }

  /// - Parameter names: The names of islands in the settings, by plugin.
  init(of graph: BindingGraph, _ names: [String: String] = [:]) {
    self.names = names
    let found = Islands(of: graph)
    islands = found.all.map { island in
      let isTied = island.plugins.count > 1 || island.hasApplication
      return PluginIsland(
        plugins: island.plugins, names: Set(island.plugins.compactMap { names[$0] }).sorted(),
        application: island.hasApplication,
        ties: isTied
          ? IslandTie.all(inIslandsOf: Array(island.plugins.prefix(1)), found, in: graph) : [])
    }
  }

  var status: ExitStatus { .success }

  /// The islands, the ties, and the number of islands.
  func text(for terminal: Terminal) -> String {
    [islandTable, tieTable].filter { !$0.rows.isEmpty }.map { $0.text(for: terminal) + "\n" }
      .joined() + summary + "\n"
  }

  private var islandTable: TextTable {
    let hasNames = islands.contains { $0.names != nil }
    let name: [TextTable.Column] = hasNames ? [.init("NAME")] : []
    var table = TextTable(
      columns: [.init("ISLAND")] + name + [.init("PLUGIN", .name)])
    for (number, island) in islands.enumerated() {
      let members = island.plugins + (island.application ? [BindingReference.owner(nil)] : [])
      table.rows += members.enumerated().map { index, member in
        let name: [TextTable.Cell] = hasNames ? [.init(names[member] ?? "")] : []
        return [.init(index == 0 ? "\(number + 1)" : "")] + name + [.init(member)]
      }
    }
    return table
  }

  private var tieTable: TextTable {
    var table = TextTable(columns: [
      .init("ISLAND"), .init("TIED BY", .name), .init("WHICH IS", .prose),
      .init("PLUGINS", .name), .init("LOCATION"),
    ])
    for (number, island) in islands.enumerated() {
      table.rows += island.ties.cells.enumerated().map { index, cells in
        [.init(index == 0 ? "\(number + 1)" : "")] + cells
      }
    }
    return table
  }

  private var summary: String {
    let count = islands.map(\.plugins.count).reduce(0, +)
    let isShared = islands.contains { $0.ties.contains { $0.kind == .sharedInstance } }
    return
      "\(FindingReport.counted(count, "plugin")) in \(FindingReport.counted(islands.count, "island"))"
      + (isShared ? "\n" + IslandTie.advice : "")
  }
}

extension [IslandTie] {
  /// What ties which plugins, how, and where that is declared: a row for all that ties the same plugins in the same way.
  var cells: [[TextTable.Cell]] {
    let groups = Dictionary(grouping: self, by: \.likeness)
    return map(\.likeness).distinct().compactMap { likeness in
      guard let ties = groups[likeness], let first = ties.first else { return nil }
      let more = ties.count > 1 ? " and \(ties.count - 1) more" : ""
      return [
        .init((first.binding?.key ?? "-") + more), .init(first.phrase), .init(first.members),
        first.binding?.locationCell ?? .init("-", .dim),
      ]
    }
  }
}

extension IslandTie {
  /// What is equal for all ties that are shown in one row.
  fileprivate struct Likeness: Hashable {
    let phrase: String
    let plugins: [String]
    let hasApplication: Bool
  }

  fileprivate var likeness: Likeness {
    Likeness(phrase: phrase, plugins: plugins, hasApplication: hasApplication)
  }

  /// How plugins that share an instance can be separated.
  static let advice =
    "an instance does not tie plugins if each process can have its own: .perProcess()"
}
