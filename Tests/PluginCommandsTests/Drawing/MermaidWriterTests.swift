@testable import CleanseGraphRendering
import CleanseTestSupport
import Testing

@Suite("Graphs in Mermaid")
struct MermaidWriterTests {
  @Test("each kind of box and arrow has its own style")
  func everything() throws {
    let drawing = DrawnGraph.ofEverything.drawing(DrawnGraph.findingsOfEverything)
    expectGolden(MermaidWriter(drawing).text, "mermaid-everything", terminator: "")
  }

  @Test("a decorator has a shape of its own, and an arrow to what it wraps")
  func decorator() {
    let text = MermaidWriter(DrawnGraph.ofDecorator.drawing()).text
    #expect(text.contains(#"b1[/"Clock<br/>decorator"/]"#))
    #expect(text.contains("b1 -. provider .-> b2"))
  }

  @Test("by component, frames are nested, and a part has a title")
  func component() throws {
    let drawing = DrawnGraph.ofEverything.drawing(by: .component)
    let part = drawing.around(DrawnGraph.key("App.Session"), depth: 1)
    expectGolden(MermaidWriter(part).text, "mermaid-component", terminator: "")
  }

  @Test("hostile names are escaped and long ones shortened")
  func hostile() throws {
    let drawing = DrawnGraph.ofHostileNames.drawing()
    expectGolden(MermaidWriter(drawing).text, "mermaid-hostile", terminator: "")
    for name in DrawnGraph.hostileNames {
      let part = drawing.around(DrawnGraph.key(name), depth: 0)
      let lines = MermaidWriter(part).text.split(separator: "\n")
      #expect(lines.prefix(4).first { $0.hasPrefix("title: \"") }?.hasSuffix("\"") == true)
    }
  }
}
