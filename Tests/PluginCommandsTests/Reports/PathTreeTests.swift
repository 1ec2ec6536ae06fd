@testable import CleansePluginCommands
import Testing

@Suite("Paths as a tree")
struct PathTreeTests {
  private func lines(_ paths: [String]) -> [String] {
    PathTree(paths.map { $0.split(separator: " ").map(String.init) }).lines.map {
      $0.branches + ($0.step ?? "(\($0.gap))")
    }
  }

  @Test("a common prefix is shown once")
  func branches() {
    #expect(
      lines(["R A K", "R A B K", "R C D K", "S K"]) == [
        "R", "├─ A", "│  ├─ K", "│  └─ B", "│     └─ K", "└─ C", "   └─ D", "      └─ K", "S",
        "└─ K",
      ])
  }

  @Test("the middle of a long path is omitted")
  func gap() {
    let way = (1...30).map { "\($0)" }.joined(separator: " ")
    #expect(
      lines([way]) == [
        "1", "└─ 2", "   └─ 3", "      └─ 4", "         └─ (22)", "            └─ 27",
        "               └─ 28", "                  └─ 29", "                     └─ 30",
      ])
    #expect(lines([(1...9).map { "\($0)" }.joined(separator: " ")]).count == 9)
  }

  @Test("a path of 100,000 steps is handled")
  func long() {
    let tree = PathTree([Array(0..<100_000), Array(0..<99_999) + [-1]])
    #expect(tree.lines.count == 11)
  }
}
