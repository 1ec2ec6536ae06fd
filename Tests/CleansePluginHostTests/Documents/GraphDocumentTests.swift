@testable import CleanseC
@testable import CleanseGraph
@testable import CleansePluginHost
import CleanseGraphAnalysis
@testable import CleansePluginLoading
import CleanseTestSupport
import Testing

@Suite("Graph documents")
struct GraphDocumentTests {
  @Test(
    "a document that is read and written again has the same bytes",
    arguments: [SampleDocument.full, SampleDocument.small])
  func roundTrip(text: String) throws {
    let document = try SampleDocument.read(text)
    let bytes = try document.json()
    #expect(try GraphDocument(json: bytes).json() == bytes)
    #expect(bytes.last == UInt8(ascii: "\n"))
  }

  @Test("a document keeps the whole graph")
  func members() throws {
    let document = try SampleDocument.read(SampleDocument.full)
    #expect(document.plugins.map(\.isRejected) == [false, false, true])
    #expect(document.plugins[0].findings.map(\.code.rawValue) == ["plugin/wrote-output"])
    #expect(document.plugins[0].digest != nil && document.ownKeys.count == 2)
    #expect(document.plugins[2].wouldBind.map(\.key.typeName) == ["App.Old"])
    let part = document.part
    #expect(part.components.map(\.parent) == [nil, 0])
    let root = part.bindings[0]
    #expect(root.requests.map(\.form) == [.provider, .optional, .instance])
    #expect(root.requests.map(\.alternatives.first?.form) == [.instance, nil, .provider])
    #expect(root.requests[2].alternatives.first?.key.typeName == "Double")
    #expect(part.bindings[1].key.cName == "width")
    #expect(part.bindings[1].provenance.modules == ["Words.Main", "Shared.Module"])
    #expect(part.bindings[1].suppressed.count == 1)
    #expect(part.bindings[3].entry == "\"x\"")
    #expect(part.bindings[4].override == 1 && part.bindings[4].signature != nil)
    #expect(part.bindings[5].key.isClass)
    #expect(part.bindings[6].allowsDuplicateKeys)
    #expect(part.reported.count == 1 && part.dropped.count == 1)
    #expect(part.cNames.bridges.count == 1 && part.cNames.handles.count == 1)
    #expect(document.contributed?.count == 1)
  }

  @Test("a document keeps all readings of a request in a form of several parts")
  func readings() throws {
    let text = SampleDocument.small.replacing(
      #""key":0"#,
      with: #"""
        "key":0,"requests":[0,0],"forms":["provider.optional:instance:provider","optional"],\#
        "alternative":[0,-1],"further":[0,0]
        """#)
    let document = try SampleDocument.read(text)
    let requests = document.part.bindings[0].requests
    #expect(requests.map(\.form.rawValue) == ["provider.optional", "optional"])
    #expect(requests[0].alternatives.map(\.form.rawValue) == ["instance", "provider"])
    #expect(requests[1].alternatives.isEmpty)
    let again = try GraphDocument(json: document.json())
    #expect(again.part.bindings.map(\.requests) == document.part.bindings.map(\.requests))
  }

  @Test("the document of a whole application is the same after it was linked and written again")
  func whole() throws {
    let text = SampleDocument.full
    let linked = GraphDocument(try CombinedGraph(linking: [SampleDocument.read(text)]))
    let again = GraphDocument(try CombinedGraph(linking: [linked]))
    #expect(try again.json() == linked.json())
    // A rejection is reported once.
    #expect(Set(linked.part.dropped).count == linked.part.dropped.count)
  }

  @Test("a document that is cut off anywhere is an error or the same document, and never a trap")
  func truncated() throws {
    for text in [SampleDocument.small, SampleDocument.fragment("Words")] {
      let bytes = try SampleDocument.read(text).json()
      for count in 0..<bytes.count {
        do throws(GraphDocumentDefect) {
          let document = try GraphDocument(json: Array(bytes[..<count]))
          #expect((try? document.json()) == bytes, "cut to \(count) of \(bytes.count) bytes")
        } catch {
          #expect(!error.predicate.isEmpty && !error.fix.isEmpty)
        }
      }
    }
  }

  @Test("a document that is damaged anywhere is an error or another document, and never a trap")
  func damaged() throws {
    let bytes = try SampleDocument.read(SampleDocument.full).json()
    var generator = SeededGenerator.announced("damaged graph documents")
    var readable = 0
    for _ in 0..<3_000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let index = Int.random(in: 0..<damaged.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: damaged[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: damaged.remove(at: index)
        // Most of these are source locations.
        case 2: damaged[index] = UInt8(ascii: "0") + UInt8.random(in: 0...9, using: &generator)
        default:
          let end = min(index + Int.random(in: 0...40, using: &generator), damaged.count)
          damaged.insert(contentsOf: Array(damaged[index..<end]), at: index)
        }
      }
      guard let document = try? GraphDocument(json: damaged) else { continue }
      readable += 1
      let combined = try CombinedGraph(linking: [document])
      _ = combined.without(Set(document.contributors.prefix(1)))
    }
    #expect(readable > 50, "most damage has to be found by the reader, and some can't be")
  }

  @Test("members that a later version adds are ignored")
  func furtherMembers() throws {
    let text = SampleDocument.small.replacing(
      #""schema""#, with: #""later":{"a":[1]},"schema""#)
    #expect(
      try SampleDocument.read(text).json() == SampleDocument.read(SampleDocument.small).json())
  }
}
