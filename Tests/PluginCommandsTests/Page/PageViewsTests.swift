@testable import CleanseGraphRendering
import Testing

@Suite("The views of the page")
struct PageViewsTests {
  private let drawing = PageGraph.drawing(plugins: ["org.a", "org.b", "org.c"])

  private func links(_ view: PageView?) -> [String] {
    (view?.links ?? []).map { "\($0.from) \($0.to) \(view?.counts[$0] ?? 0)" }
  }

  @Test("in the overview, a plugin leads to its dependencies, also through a collection")
  func overview() {
    let view = PageViews(of: drawing).overview
    #expect(view.boxes.map(\.id) == ["p0", "p1", "p2", "p3"])
    #expect(Set(links(view)) == ["p0 p1 1", "p0 p2 1", "p0 p3 1", "p2 p1 1", "p3 p2 1"])
  }

  @Test("the view of a plugin contains its bindings and the other plugins as one box each")
  func part() {
    let view = PageViews(of: drawing).part(2)
    // The contribution and the other binding, the collection, its dependent, and both neighbours.
    #expect(Set(view?.boxes.map(\.id) ?? []) == ["b4", "b5", "k1", "p0", "p1", "p3"])
    #expect(Set(links(view)) == ["p0 k1 1", "k1 b4 1", "b4 b5 1", "b5 p1 1", "p3 b5 1"])
  }

  @Test("the whole graph is one view up to a limit")
  func everything() {
    #expect(PageViews(of: drawing).everything?.boxes.count == 8)
    #expect(PageViews(of: PageGraph.drawing(plugins: ["a", "b"], each: 99)).everything != nil)
    #expect(PageViews(of: PageGraph.drawing(plugins: ["a", "b"], each: 100)).everything == nil)
  }

  @Test("a plugin without bindings in the drawing has no view")
  func empty() {
    var drawing = drawing
    drawing.nodes.removeAll { $0.plugin == 2 }
    let ids = Set(drawing.nodes.map(\.id))
    drawing.edges.removeAll { !ids.contains($0.from) || !ids.contains($0.to) }
    #expect(PageViews(of: drawing).part(2) == nil)
    #expect(PageViews(of: drawing).overview.boxes.map(\.id) == ["p0", "p1", "p3"])
  }

  @Test("Graphviz receives numbers instead of names")
  func numbers() {
    let hostile = "\"];\n</script>"
    let view = PageViews(of: PageGraph.drawing(plugins: [hostile, "b"])).everything
    for direction in PageView.Direction.allCases {
      #expect(view?.dot(direction).contains("script") == false)
    }
  }

  @Test(
    "the common prefix of identifiers is omitted",
    arguments: [
      (["org.example.a", "org.example.b"], "org.example.a", "a"),
      (["org.example.a", "org.other.a"], "org.other.a", "other.a"),
      (["org.example.a"], "org.example.a", "a"),
      (["org.example", "org.example.b"], "org.example.b", "b"),
      (["org.example.application"], "org.example.application", "org.example.application"),
      (["a", "b"], "a", "a"),
      (["org.example.a", "org.example.b"], "/tmp/damaged.so", "/tmp/damaged.so"),
    ])
  func labels(plugins: [String], identifier: String, label: String) {
    let labels = ContributorLabels(of: PageGraph.drawing(plugins: plugins))
    #expect(labels.label(of: identifier) == label)
    #expect(labels.label(of: nil) == "Application")
  }
}
