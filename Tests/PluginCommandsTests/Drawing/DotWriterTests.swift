@testable import CleanseGraphRendering
import CleanseTestSupport
import Testing

@Suite("Graphs in DOT")
struct DotWriterTests {
  private let everything = DrawnGraph.ofEverything

  @Test("each kind of box and arrow has its own style")
  func everythingByPlugin() throws {
    expectGolden(
      DotWriter(everything.drawing(DrawnGraph.findingsOfEverything)).text, "dot-everything",
      terminator: "")
  }

  @Test("by component, frames are nested and the legend lists the plugins")
  func everythingByComponent() throws {
    let drawing = everything.drawing(DrawnGraph.findingsOfEverything, by: .component)
    expectGolden(
      DotWriter(drawing.around(DrawnGraph.key("App.Session"), depth: 1)).text, "dot-component",
      terminator: "")
  }

  @Test("a decorator has a shape of its own, also in the legend, and an arrow to what it wraps")
  func decorator() {
    let text = DotWriter(DrawnGraph.ofDecorator.drawing()).text
    #expect(text.contains(#""b1" [shape="box3d""#))
    #expect(text.contains(#"label="decorator", tooltip="decorator""#))
    #expect(text.contains(#""b1" -> "b2" ["#))
    #expect(text.contains("the decorator of App.Clock wraps Provider<App.Clock>"))
  }

  @Test("a large graph is laid out with faster settings")
  func large() {
    #expect(!DotWriter(DrawnGraph.ofSize(100).drawing()).text.contains("mclimit"))
    let drawing = DrawnGraph.ofSize(600).drawing()
    #expect(DotWriter(drawing).text.contains("mclimit=\"0.2\", nslimit=\"1\""))
    let part = drawing.fromRoot(depth: 1)
    #expect(!DotWriter(part).text.contains("mclimit"))
  }

  @Test("hostile names are escaped and long ones shortened")
  func hostile() throws {
    expectGolden(DotWriter(DrawnGraph.ofHostileNames.drawing()).text, "dot-hostile", terminator: "")
  }
}
