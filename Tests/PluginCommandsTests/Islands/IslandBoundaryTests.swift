@testable import CleanseGraph
@testable import CleanseGraphAnalysis
import Testing

@Suite("A boundary between islands")
struct IslandBoundaryTests {
  private func messages(_ wanted: [String: [String]], _ made: MadeUpGraph) -> [String] {
    let loader = CleanseServiceLoader()
    loader.register(IslandBoundary(wanted))
    return GraphValidation(plugins: loader.validators).diagnostics(of: made.graph)
      .filter { $0.code == .pluginMergedIslands }.map(\.message)
  }

  private var made: MadeUpGraph {
    var made = MadeUpGraph()
    made.bind("A", by: "a", requesting: ["Pool"])
    made.bind("B", by: "b", requesting: ["Pool"])
    made.bind("Pool", scope: "Singleton")
    made.bind("C", by: "c")
    return made
  }

  @Test("is crossed by plugins that share something, and not by others")
  func plugins() {
    #expect(messages(["x": ["a"], "y": ["b"]], made) == ["the islands `x` and `y` are merged"])
    #expect(messages(["x": ["a", "b"], "y": ["c"]], made).isEmpty)
  }

  // Such an island was valid, and would have run in the process of the application.
  @Test("is crossed by a plugin that shares something with the application")
  func application() {
    var made = made
    made.bind("Clock", requesting: ["C"], scope: "Singleton", isService: true)
    #expect(
      messages(["x": ["a"], "y": ["c"]], made) == ["the island `y` is merged with the application"])
  }
}
