@testable import CleanseGraph
@testable import CleanseGraphRendering
import Testing

@Suite("Labels of contributions")
struct ContributionLabelTests {
  private func labels(_ change: (inout DrawnGraph) -> Void) -> [String] {
    var made = DrawnGraph()
    change(&made)
    return made.drawing().nodes.filter { $0.kind == .contribution }.compactMap(\.lines.first)
  }

  @Test("a contribution is labelled with its element, its entry and its provider")
  func parts() {
    let labels = labels { made in
      made.add("[any App.Command]", .contribution, from: "org.ann")
      made.add("[any App.Command]", .contribution, from: "org.bob") {
        $0.signature = "cleanse_command *make_command(string text @form.text) throws"
      }
      made.add("[Int: App.Page]", .contribution, tag: "App.Pages") {
        $0.entry = "404"
        $0.provenance.modules = ["App.Outer", "App.PageModule"]
      }
      made.add("Set<Int>", .contribution) { $0.provenance.modules = [] }
    }
    #expect(
      labels == [
        "any Command · Module", "any Command · make_command",
        "404: Page tagged Pages · PageModule", "Int",
      ])
  }

  @Test("contributions of a plugin that would have the same label show their locations")
  func ambiguous() {
    let labels = labels { made in
      for _ in 0..<2 { made.add("[any App.Command]", .contribution, from: "org.ann") }
      made.add("[any App.Command]", .contribution, from: "org.bob")
    }
    #expect(
      labels == ["any Command · ann.swift:1", "any Command · ann.swift:2", "any Command · Module"])
  }

  @Test(
    "the element of a collection is found in the name of its key",
    arguments: [
      ("[Int]", "Int"), ("[() -> Int]", "() -> Int"), ("[[Int]: [Int: Page]]", "[Int: Page]"),
      ("[(a: Int, b: Int)]", "(a: Int, b: Int)"), ("Set<Box<Int>>", "Box<Int>"), ("Int", "Int"),
      ("[", "["), ("[]", "[]"), ("Set<", "Set<"),
    ])
  func element(key: String, element: String) {
    var made = DrawnGraph()
    made.add(key, .contribution)
    #expect(KeyNames(made.graph).element(of: DrawnGraph.key(key)) == element)
  }

  @Test(
    "the name of the function is found in a C signature",
    arguments: [
      ("double area(double width @width) throws @area", "area"), ("command *make()", "make"),
      ("owned string fill_in(string name)", "fill_in"), ("double[] all()", "all"),
      ("double(double width)", nil), ("owned string()", nil), ("command *()", nil),
      ("double @width", nil), ("", nil), ("(", nil),
    ] as [(String, String?)])
  func function(signature: String, name: String?) {
    #expect(ContributionLabels.function(in: signature) == name)
  }

  @Test("a long line keeps its beginning and its end")
  func long() {
    let line = DrawingText.line("any Command · \(String(repeating: "long_", count: 20))name")
    #expect(DisplayWidth.of(line) == 44)
    #expect(line.hasPrefix("any Command · "))
    #expect(line.hasSuffix("long_long_name"))
    #expect(DrawingText.line(String(repeating: "語", count: 22)).count == 22)
    #expect(DisplayWidth.of(DrawingText.line(String(repeating: "語", count: 23))) <= 44)
  }
}
