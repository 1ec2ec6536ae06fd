@testable import CleanseGraphRendering
import Testing

@Suite("The plain output of Graphviz")
struct PlainLayoutTests {
  private let text = """
    graph 1 2 1
    node 1 0.5 0.25 1 0.5 "" solid box black lightgrey
    node 0 1.5 0.75 1 0.5 "" solid box black lightgrey
    edge 0 1 4 0.5 0 0.75 0.25 1 0.5 1.5 1 solid e0
    stop
    graph 1 1 1
    stop

    """

  @Test("boxes and curves are converted to pixels from the top, graph by graph")
  func reading() throws {
    var layouts = PlainLayouts(text)
    let first = layouts.next()
    let layout = try #require(first)
    #expect([layout.width, layout.height] == [144, 72])
    #expect(layout.nodes.map { [$0.index, $0.x, $0.y] } == [[0, 108, 18], [1, 36, 54]])
    #expect(layout.links.map(\.index) == [0])
    #expect(layout.links.first?.points == [36, 72, 54, 54, 72, 36, 108, 0])
    let second = layouts.next()
    #expect(second?.nodes.isEmpty == true)
    let third = layouts.next()
    #expect(third == nil)
  }

  @Test(
    "truncated or other text is not a layout",
    arguments: [
      "", "graph 1 2 1", "graph 1 2", "graph 1 a 1\nstop", "node 0 1", "node a 1 1\nstop",
      "edge 0 1 4 0 0 0\nstop", "edge 0 1 -1 solid e0\nstop",
      "edge 0 1 9223372036854775807 e0\nstop",
      "edge 0 1 1 0 0 solid black\nstop", "<svg>",
    ])
  func malformed(text: String) {
    var layouts = PlainLayouts(text)
    let layout = layouts.next()
    #expect(layout == nil)
  }
}
