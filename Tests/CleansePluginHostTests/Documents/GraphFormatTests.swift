@testable import CleanseGraph
@testable import CleansePluginHost
import CleanseGraphAnalysis
@testable import CleansePluginLoading
import CleanseTestSupport
import Foundation
import Testing

@Suite("Documentation/GraphFormat.md")
struct GraphFormatTests {
  private let page: String

  init() throws {
    page = try Repository.text(of: "Documentation/GraphFormat.md")
  }

  @Test("its example can be read, linked and written")
  func example() throws {
    let start = try #require(page.range(of: "```json\n")).upperBound
    let end = try #require(page.range(of: "\n```", range: start..<page.endIndex)).lowerBound
    let document = try SampleDocument.read(String(page[start..<end]))
    #expect(document.contributors == ["org.example.redact"])
    #expect(document.part.bindings.count == 5)
    let combined = try CombinedGraph(linking: [document])
    #expect(combined.diagnostics.isEmpty)
    #expect(try GraphDocument(json: document.json()).part.bindings == document.part.bindings)
  }

  @Test("it describes every member of a document")
  func members() throws {
    let bytes = try SampleDocument.read(SampleDocument.full).json()
    var open = [try JSONSerialization.jsonObject(with: Data(bytes))]
    var names: Set<String> = []
    while let value = open.popLast() {
      if let members = value as? [String: Any] {
        names.formUnion(members.keys)
        open += members.values
      } else if let elements = value as? [Any] {
        open += elements
      }
    }
    // Other pages describe these: the content of plugin.json and the stamp.
    names.subtract(["authors", "summary", "version", "requires", "contributes", "module"])
    names.subtract(["abi", "architecture", "compiler", "framework", "interface", "language"])
    for name in names.sorted() {
      let isNamed = page.contains("`\(name)`") || page.contains("\"\(name)\"")
      #expect(isNamed, "\(name) is not explained")
    }
  }
}
