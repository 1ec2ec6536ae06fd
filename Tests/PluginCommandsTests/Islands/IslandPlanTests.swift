@testable import CleanseGraphAnalysis
import CleanseGraph
@testable import CleansePluginCommands
import Testing

@Suite("Which plugins run in which process")
struct IslandPlanTests {
  /// Plugins of which a and b share something, c and the application do, and d, e and f are alone.
  private static let islands: Islands = {
    var made = MadeUpGraph()
    made.bind("A", by: "a", requesting: ["Pool"])
    made.bind("B", by: "b", requesting: ["Pool"])
    made.bind("Pool", scope: "Singleton")
    made.bind("Used", by: "c")
    made.bind("Clock", requesting: ["Used"], scope: "Singleton", isService: true)
    for plugin in ["d", "e", "f"] { made.bind(plugin.uppercased(), by: plugin) }
    return Islands(of: made.graph)
  }()

  /// The plugins of each process; that of the application ends with `app`.
  private func processes(
    _ names: [String: String] = [:], of plugins: [String] = ["a", "b", "c", "d", "e", "f"]
  ) -> [[String]] {
    IslandPlan.groups(of: plugins, Self.islands, names).map {
      $0.plugins + ($0.hasApplication ? ["app"] : [])
    }
  }

  @Test("each island has one")
  func each() {
    #expect(processes() == [["a", "b"], ["c", "app"], ["d"], ["e"], ["f"]])
  }

  @Test(
    "plugins with one name in the settings share one, also with all that they share something with")
  func named() {
    #expect(
      processes(["f": "x", "d": "x"]) == [["a", "b"], ["c", "app"], ["e"], ["d", "f"]])
    #expect(processes(["b": "x", "e": "x"]) == [["c", "app"], ["d"], ["a", "b", "e"], ["f"]])
    #expect(processes(["c": "x", "e": "x"]) == [["a", "b"], ["d"], ["c", "e", "app"], ["f"]])
  }

  @Test("islands that a chain of names connects share one")
  func chain() {
    let names = ["a": "x", "d": "x", "b": "y", "e": "y", "f": "y"]
    #expect(processes(names) == [["c", "app"], ["a", "b", "d", "e", "f"]])
  }

  // Health checks of a plugin without services never ran, and nothing said so.
  @Test("those with a service are run, and those with a contribution that each process uses")
  func active() {
    var made = MadeUpGraph()
    made.bind("A", by: "a", scope: "Singleton", isService: true)
    made.bind("[Check]", kind: .declaration, perProcess: true)
    made.bind("[Check]", by: "b", kind: .contribution)
    made.bind("[Command]", kind: .declaration)
    made.bind("[Command]", by: "c", kind: .contribution)
    made.bind("D", by: "d")
    #expect(IslandPlan.activePlugins(in: made.graph) == ["a", "b"])
  }

  @Test("a plugin without bindings has its own")
  func withoutBindings() {
    #expect(processes(of: ["g", "d"]) == [["g"], ["d"]])
  }
}
