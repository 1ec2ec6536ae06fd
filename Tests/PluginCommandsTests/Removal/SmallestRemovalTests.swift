@testable import CleanseGraph
import CleanseSupport
@testable import CleanseGraphAnalysis
import CleanseTestSupport
import Testing

@Suite("The smallest set of plugins without which the rest fits together")
struct SmallestRemovalTests {
  private func tree(
    _ plugins: [String], requiring: [String: [String]] = [:]
  ) throws -> RequirementTree {
    return RequirementTree(
      plugins.map { plugin in
        (
          plugin,
          (requiring[plugin] ?? []).map {
            RequirementTree.Requirement(identifier: $0, versions: ">=1.0.0 <2.0.0")
          }
        )
      })
  }

  private func removal(
    _ made: MadeUpGraph, _ tree: RequirementTree, trials: Int = 300, usingSupply: Bool = true
  ) -> SmallestRemoval? {
    FixSearch.removal(
      of: MadeUpGraph.errors(in: made.graph), among: tree,
      supply: usingSupply ? Supply(of: made.graph, among: tree.plugins) : Supply(), trials: trials
    ) { MadeUpGraph.errors(in: made.without($0)) }
  }

  @Test("a graph without errors needs no removal")
  func sound() throws {
    #expect(removal(MadeUpGraph(), try tree(["a"])) == nil)
  }

  @Test("one of two duplicates has to be removed; the first is named and the other counted")
  func rivals() throws {
    var made = MadeUpGraph(requesting: ["?K"])
    for plugin in ["a", "b"] { made.bind("K", by: plugin) }
    made.bind("K", kind: .optional)
    #expect(
      removal(made, try tree(["b", "a"])) == SmallestRemoval(.smallest, ["b"], others: 1))
  }

  @Test("a plugin that requires a removed one is removed with it, and counted")
  func dragged() throws {
    var made = MadeUpGraph()
    for plugin in ["a", "b"] { made.bind("K", by: plugin) }
    let requiring = ["c": ["a"], "d": ["c"]]
    #expect(
      removal(made, try tree(["a", "b", "c", "d"], requiring: requiring))
        == SmallestRemoval(.smallest, ["b"], others: 0))
    made.bind("L", by: "b", requesting: ["Missing"])
    made.bind("M", by: "a", requesting: ["Missing"])
    #expect(
      removal(made, try tree(["a", "b", "c", "d"], requiring: requiring))
        == SmallestRemoval(.smallest, ["a", "b", "c", "d"], others: 0))
  }

  @Test("a removal for one finding can cause the next")
  func chain() throws {
    var made = MadeUpGraph()
    made.bind("A", by: "a", requesting: ["Missing"])
    made.bind("B", by: "b", requesting: ["A"])
    made.bind("C", by: "c", requesting: ["B"])
    made.bind("D", by: "d")
    #expect(
      removal(made, try tree(["a", "b", "c", "d"]))
        == SmallestRemoval(.smallest, ["a", "b", "c"], others: 0))
  }

  @Test("an application with errors of its own is reported as such")
  func application() throws {
    var made = MadeUpGraph(requesting: ["Missing"])
    made.bind("A", by: "a", requesting: ["Missing too"])
    #expect(removal(made, try tree(["a"])) == SmallestRemoval(.application))
  }

  @Test("an application that requires plugins keeps the required one")
  func needed() throws {
    var made = MadeUpGraph(requesting: ["K"])
    made.bind("K", by: "a")
    made.bind("K", by: "b")
    made.bind("L", by: "b", requesting: ["Missing"])
    #expect(removal(made, try tree(["a", "b"])) == SmallestRemoval(.smallest, ["b"], others: 0))
    made.bind("L", by: "a", requesting: ["Missing"])
    #expect(removal(made, try tree(["a", "b"])) == SmallestRemoval(.impossible))
  }

  @Test("a finding of an unknown code may be fixed by removing any plugin")
  func foreign() throws {
    let tree = try tree(["a", "b", "c"])
    func check(_ gone: Set<String>) -> [Diagnostic] {
      gone.contains("c") ? [] : [Diagnostic("x/y", .error, "no", provenance: .init(origin: "a"))]
    }
    #expect(
      FixSearch.removal(of: check([]), among: tree, trials: 300, check: check)
        == SmallestRemoval(.smallest, ["c"], others: 0))
  }

  @Test("when the trials are used up, the smallest set found so far is returned")
  func bounded() throws {
    let plugins = (0..<40).map { "p\($0)" }
    let tree = try tree(plugins)
    // Each even plugin conflicts with all others, so all of them but one have to be removed.
    func check(_ gone: Set<String>) -> [Diagnostic] {
      let left = plugins.enumerated().filter { $0.offset % 2 == 0 && !gone.contains($0.element) }
      return left.count < 2
        ? [] : [Diagnostic("x/y", .error, "no", provenance: .init(origin: left[0].element))]
    }
    let found = FixSearch.removal(of: check([]), among: tree, trials: 100, check: check)
    #expect(found?.outcome == .irreducible)
    #expect(found?.plugins == plugins.indices.filter { $0 % 2 == 0 }.dropLast().map { "p\($0)" })
    var trials = 0
    let little = FixSearch.removal(of: check([]), among: tree, trials: 4) {
      trials += 1
      return check($0)
    }
    #expect(little?.outcome == .sufficient)
    #expect(trials <= 8)
    let gone = Set(little?.plugins ?? [])
    #expect(check(gone).isEmpty)
  }

  @Test("300 plugins, four of which depend on missing bindings, take few trials")
  func many() throws {
    var made = MadeUpGraph()
    for index in 0..<300 {
      made.bind("K\(index)", by: "p\(index)", requesting: index % 75 == 3 ? ["Missing"] : [])
    }
    var trials = 0
    let found = FixSearch.removal(
      of: MadeUpGraph.errors(in: made.graph), among: try tree((0..<300).map { "p\($0)" }),
      trials: 300
    ) {
      trials += 1
      return MadeUpGraph.errors(in: made.without($0))
    }
    #expect(
      found == SmallestRemoval(.smallest, ["p3", "p78", "p153", "p228"], others: 0))
    #expect(trials < 10)
  }

  @Test("a plugin that depends on a removed binding is removed without a trial")
  func cascade() throws {
    var made = MadeUpGraph()
    let plugins = (0..<200).map { "p\($0)" }
    for (index, plugin) in plugins.enumerated() {
      made.bind("K\(index)", by: plugin, requesting: index == 0 ? ["Missing"] : ["K\(index - 1)"])
    }
    var trials = 0
    let tree = try tree(plugins)
    let found = FixSearch.removal(
      of: MadeUpGraph.errors(in: made.graph), among: tree,
      supply: Supply(of: made.graph, among: plugins), trials: 10
    ) {
      trials += 1
      return MadeUpGraph.errors(in: made.without($0))
    }
    #expect(found == SmallestRemoval(.smallest, plugins, others: 0))
    #expect(trials == 1)
  }

  @Test("the result equals that of an exhaustive search", arguments: 0..<200)
  func bruteForce(round: Int) throws {
    let seed = Self.seed &+ UInt64(round)
    var random = SeededGenerator(seed: seed)
    let plugins = (0..<Int.random(in: 1...6, using: &random)).map { "p\($0)" }
    let requiring = Dictionary(
      uniqueKeysWithValues: plugins.enumerated().map { index, plugin in
        (plugin, plugins[..<index].filter { _ in Int.random(in: 0..<6, using: &random) == 0 })
      })
    let made = Self.graph(plugins, &random)
    let tree = try tree(plugins, requiring: requiring)
    let errors = MadeUpGraph.errors(in: made.graph)
    let found = removal(made, tree)
    #expect(found == removal(made, tree, usingSupply: false), "CLEANSE_TEST_SEED=\(seed)")
    let sufficient = Self.subsets(of: plugins).filter { set in
      tree.dependents(of: set).isEmpty && MadeUpGraph.errors(in: made.without(Set(set))).isEmpty
    }
    let fewest = sufficient.map(\.count).min() ?? 0
    let smallest = sufficient.filter { $0.count == fewest }
    switch found?.outcome {
    case nil: #expect(errors.isEmpty, "CLEANSE_TEST_SEED=\(seed)")
    case .application, .impossible: #expect(sufficient.isEmpty, "CLEANSE_TEST_SEED=\(seed)")
    case .smallest:
      #expect(smallest.first == found?.plugins, "CLEANSE_TEST_SEED=\(seed)")
      #expect(smallest.count - 1 == found?.others, "CLEANSE_TEST_SEED=\(seed)")
    default: Issue.record("CLEANSE_TEST_SEED=\(seed): \(String(describing: found))")
    }
    // With few trials the set is larger, but still fixes the graph.
    if let little = removal(made, tree, trials: 2), !little.plugins.isEmpty {
      let gone = Set(little.plugins)
      #expect(MadeUpGraph.errors(in: made.without(gone)).isEmpty, "CLEANSE_TEST_SEED=\(seed)")
      #expect(tree.dependents(of: little.plugins).isEmpty, "CLEANSE_TEST_SEED=\(seed)")
    }
  }

  private static let seed = SeededGenerator.announcedSeed(for: "The smallest removal")

  /// A graph with many errors.
  private static func graph(
    _ plugins: [String], _ random: inout SeededGenerator
  ) -> MadeUpGraph {
    let keys = ["A", "B", "C", "D", "E"]
    func some(_ random: inout SeededGenerator, oneIn count: Int) -> [String] {
      keys.filter { _ in Int.random(in: 0..<count, using: &random) == 0 }
    }
    var made = MadeUpGraph(requesting: some(&random, oneIn: 9).map { "?\($0)" })
    made.bind("A", kind: .optional)
    for plugin in plugins {
      for key in some(&random, oneIn: 4) {
        let override = Int.random(in: 0..<4, using: &random) == 0
        made.bind(
          key, by: plugin, requesting: some(&random, oneIn: 6),
          override: override ? Int.random(in: 0...1, using: &random) : nil)
      }
    }
    return made
  }

  /// All subsets, the smaller first, those of one size in the order of the plugins.
  private static func subsets(of plugins: [String]) -> [[String]] {
    (0..<(1 << plugins.count)).map { bits in
      plugins.indices.filter { bits & (1 << $0) != 0 }
    }
    .sorted { ($0.count, "\($0)") < ($1.count, "\($1)") }
    .map { $0.map { plugins[$0] } }
  }
}
