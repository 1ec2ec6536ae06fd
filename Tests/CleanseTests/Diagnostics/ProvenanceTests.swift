import CleanseGraph
import Foundation
import Testing

@Suite("Provenance")
struct ProvenanceTests {
  @Test("equal contributors and modules make equal values, however they were set")
  func equality() {
    var provenance = Provenance(origin: "org.example.words")
    provenance.modules.append("Words")
    let copy = provenance
    #expect(provenance == Provenance(origin: "org.example.words", modules: ["Words"]))
    provenance.modules.removeLast()
    provenance.origin = nil
    #expect(provenance == Provenance())
    #expect(provenance.hashValue == Provenance().hashValue)
    #expect(copy.modules == ["Words"])
  }

  @Test("a document has the modules always, and the contributor if there is one")
  func document() throws {
    for (provenance, text) in [
      (Provenance(), #"{"modules":[]}"#),
      (Provenance(origin: "a", modules: ["B"]), #"{"modules":["B"],"origin":"a"}"#),
    ] {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let document = try encoder.encode(provenance)
      #expect(String(decoding: document, as: UTF8.self) == text)
      #expect(try JSONDecoder().decode(Provenance.self, from: document) == provenance)
    }
  }
}
