@testable import CleanseGraph
@testable import CleanseGraphAnalysis
import CleanseTestSupport
import Testing

@Suite("Islands of random graphs")
struct IslandPropertyTests {
  private static let keys = (0..<6).map { "K\($0)" } + ["V0Object", "[C0]", "[C1]"]
  private static let plugins = ["a", "b", "c", "d", "e"]

  private func graph(_ random: inout SeededGenerator) -> BindingGraph {
    var made = MadeUpGraph(requesting: some(of: Self.keys, &random))
    let page = made.addComponent("Page", root: "Root")
    made.bind("Pages", making: page)
    made.bind("Root", requesting: some(of: Self.keys, &random), component: page)
    if random.happens(0.2) {
      made.bind("App.Root", by: "e", requesting: some(of: Self.keys, &random), override: 0)
    }
    for name in ["[C0]", "[C1]"] {
      made.bind(
        name, by: random.happens(0.2) ? "d" : nil, kind: .declaration,
        perProcess: Bool.random(using: &random))
    }
    for number in 0..<Int.random(in: 4...16, using: &random) {
      let name = Self.keys.randomElement(using: &random) ?? ""
      let isCollection = name.hasPrefix("[")
      let plugin =
        [nil, Self.plugins.randomElement(using: &random)].randomElement(using: &random) ?? nil
      let dice = Int.random(in: 0..<12, using: &random)
      var requests = some(of: Self.keys + ["Pages"], &random)
      var kind: Binding.Kind = isCollection ? .contribution : .single
      if dice == 0 {
        kind = .decorator
        requests = [name] + requests
      }
      let isShared = kind != .contribution && Bool.random(using: &random)
      made.bind(
        name, by: plugin, requesting: requests, kind: kind,
        override: kind == .single && dice == 1 ? number % 2 : nil,
        scope: isShared && kind != .decorator ? "S" : nil,
        component: dice == 2 || dice == 3 ? page : .root,
        perProcess: dice % 3 == 0,
        isService: isShared && kind == .single && dice > 8,
        source: dice == 4 ? .value : dice == 5 ? .provider : .factory)
    }
    return made.graph
  }

  private func some(of names: [String], _ random: inout SeededGenerator) -> [String] {
    (0..<max(0, Int.random(in: -1...2, using: &random))).map { _ in
      (["", "", "", "~"].randomElement(using: &random) ?? "")
        + (names.randomElement(using: &random) ?? "")
    }
  }

  @Test("they are those of the definition, and the ties of each connect its plugins")
  func sameAsDefined() {
    let base = SeededGenerator.announcedSeed(for: "IslandPropertyTests.sameAsDefined")
    var (several, single) = (0, 0)
    for seed in base..<base + 1500 {
      var random = SeededGenerator(seed: seed)
      let graph = graph(&random)
      let islands = Islands(of: graph)
      let expected = IslandOracle(graph).islands()
      #expect(islands.all == expected, "seed \(seed)")
      guard islands.all == expected else { return }
      several += expected.count { $0.plugins.count > 1 }
      single += expected.count { $0.plugins.count == 1 && !$0.hasApplication }
      for island in islands.all { checkTies(of: island, islands, graph, seed) }
    }
    #expect(several > 300 && single > 300)
  }

  /// The ties of an island are among its plugins, and connect all of them.
  private func checkTies(
    of island: Islands.Island, _ islands: Islands, _ graph: BindingGraph, _ seed: UInt64
  ) {
    let ties = IslandTie.all(inIslandsOf: Array(island.plugins.prefix(1)), islands, in: graph)
    let sets = ties.map { Set($0.plugins + ($0.hasApplication ? ["app"] : [])) }
    var reached = Set(island.plugins.prefix(1))
    while let next = sets.first(where: {
      !$0.isDisjoint(with: reached) && !$0.isSubset(of: reached)
    }) {
      reached.formUnion(next)
    }
    #expect(reached == Set(island.plugins + (island.hasApplication ? ["app"] : [])), "seed \(seed)")
    #expect(sets.allSatisfy { $0.isSubset(of: reached) && $0.count > 1 }, "seed \(seed)")
  }
}
