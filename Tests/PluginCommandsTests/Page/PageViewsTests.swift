@testable import GraphRendering
import Testing

@Suite("The views of the page")
struct PageViewsTests {
  private let drawing = PageGraph.drawing(plugins: ["org.a", "org.b", "org.c"])

  private func links(_ view: PageView?) -> [String] {
    (view?.links ?? []).map { "\($0.from) \($0.to) \(view?.counts[$0] ?? 0)" }
  }

  @Test("from above, a plugin leads to those that it needs, also through a collection")
  func overview() {
    let view = PageViews(of: drawing).overview
    #expect(view.boxes.map(\.id) == ["p0", "p1", "p2", "p3"])
    #expect(Set(links(view)) == ["p0 p1 1", "p0 p2 1", "p0 p3 1", "p2 p1 1", "p3 p2 1"])
  }

  @Test("within a plugin stand its bindings, and the others as a whole")
  func part() {
    let view = PageViews(of: drawing).part(2)
    // The contribution and the other binding, the collection, who asks for it, and both neighbours.
    #expect(Set(view?.boxes.map(\.id) ?? []) == ["b4", "b5", "k1", "p0", "p1", "p3"])
    #expect(Set(links(view)) == ["p0 k1 1", "k1 b4 1", "b4 b5 1", "b5 p1 1", "p3 b5 1"])
  }

  @Test("everything is shown at once as long as somebody can look at it")
  func everything() {
    #expect(PageViews(of: drawing).everything?.boxes.count == 8)
    #expect(PageViews(of: PageGraph.drawing(plugins: ["a", "b"], each: 99)).everything != nil)
    #expect(PageViews(of: PageGraph.drawing(plugins: ["a", "b"], each: 100)).everything == nil)
  }

  @Test("a plugin that has nothing in the drawing is no view")
  func empty() {
    var drawing = drawing
    drawing.nodes.removeAll { $0.plugin == 2 }
    let ids = Set(drawing.nodes.map(\.id))
    drawing.edges.removeAll { !ids.contains($0.from) || !ids.contains($0.to) }
    #expect(PageViews(of: drawing).part(2) == nil)
    #expect(PageViews(of: drawing).overview.boxes.map(\.id) == ["p0", "p1", "p3"])
  }

  @Test("Graphviz gets numbers, whatever the names are")
  func numbers() {
    let hostile = "\"];\n</script>"
    let view = PageViews(of: PageGraph.drawing(plugins: [hostile, "b"])).everything
    for direction in PageView.Direction.allCases {
      #expect(view?.dot(direction).contains("script") == false)
    }
  }

  @Test(
    "what all identifiers begin with is left out",
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
