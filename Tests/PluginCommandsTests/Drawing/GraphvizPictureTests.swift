@testable import CleanseGraphRendering
import Foundation
import FoundationXML
import Testing

extension GraphvizLayoutTests {
  @Test("Graphviz returns each id and each name unchanged")
  func roundTrip() throws {
    for made in [DrawnGraph.ofHostileNames, DrawnGraph.ofEverything] {
      let drawing = made.drawing(DrawnGraph.findingsOfEverything)
      let picture = try GraphvizLayout.ofThisMachine.picture(of: DotWriter(drawing).text)
      let elements = try SVGElements(String(picture.element))
      #expect(Set(drawing.nodes.map(\.id)).subtracting(elements.ids) == [])
      #expect(Set(drawing.edges.map(\.id)).subtracting(elements.ids) == [])
      #expect(Set(drawing.clusters.map(\.id)).subtracting(elements.ids) == [])
      for node in drawing.nodes {
        #expect(
          elements.titles["a_\(node.id)"]
            == node.details.map(DrawingText.whole).joined(separator: "\n"))
        for line in node.lines { #expect(elements.texts.contains(DrawingText.line(line))) }
      }
      for edge in drawing.edges {
        #expect(
          elements.titles["a_\(edge.id)"]
            == edge.details.map(DrawingText.whole).joined(separator: "\n"))
      }
      #expect(
        elements.names.subtracting([
          "svg", "g", "a", "title", "text", "path", "polygon", "polyline", "ellipse",
        ]) == [])
    }
  }

  @Test("an empty graph has a picture")
  func empty() throws {
    let drawing = DrawnGraph().drawing()
    #expect(drawing.nodes.map(\.id) == ["r0"])
    _ = try GraphvizLayout.ofThisMachine.picture(of: DotWriter(drawing).text)
  }
}

/// The contents of an SVG.
private final class SVGElements: NSObject, XMLParserDelegate {
  private(set) var ids: Set<String> = []
  private(set) var names: Set<String> = []
  /// The tooltips by the id of their group.
  private(set) var titles: [String: String] = [:]
  private(set) var texts: Set<String> = []
  private var group = ""
  private var text = ""

  init(_ document: String) throws {
    super.init()
    let parser = XMLParser(data: Data(document.utf8))
    parser.delegate = self
    let isParsed = parser.parse()
    try #require(isParsed, "\(String(describing: parser.parserError))")
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    names.insert(name)
    if let id = attributes["id"] {
      ids.insert(id)
      group = id
    }
    // Graphviz replaces consecutive spaces by no-break spaces.
    if let title = attributes["xlink:title"] {
      titles[group] = title.replacing("\u{A0}", with: " ")
    }
    text = ""
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    if name == "text" { texts.insert(text) }
  }
}
