import Testing

@testable import HostProgram

@Suite("Graphs as Graphviz takes them")
struct DotWriterTests {
  private let everything = DrawnGraph.ofEverything

  @Test("each kind of box and arrow has its look")
  func everythingByPlugin() throws {
    try expectGolden(
      DotWriter(everything.drawing(DrawnGraph.findingsOfEverything)).text, "dot-everything")
  }

  @Test("by component, frames stand within each other and the legend tells the plugins")
  func everythingByComponent() throws {
    let drawing = everything.drawing(DrawnGraph.findingsOfEverything, by: .component)
    try expectGolden(
      DotWriter(drawing.around(DrawnGraph.key("App.Session"), depth: 1)).text, "dot-component")
  }

  @Test("hostile names are escaped and long ones shortened")
  func hostile() throws {
    try expectGolden(DotWriter(DrawnGraph.ofHostileNames.drawing()).text, "dot-hostile")
  }
}
