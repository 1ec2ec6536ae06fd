@testable import CleanseGraph
@testable import CleansePluginHost
@testable import CleansePluginLoading
import CleanseTestSupport
import Testing

@Suite("Keys of graph documents")
struct DocumentKeyTests {
  /// A fragment whose plugin defines a type `Texts`, as other plugins do.
  private func fragment(_ name: String, _ bindings: String) -> String {
    SampleDocument.fragment(name)
      .replacing(
        #"["\#(name)","\#(name)"]"#,
        with:
          #"["5Texts","Texts"],["8ProviderVy5TextsG","Provider<Texts>"],["\#(name)","\#(name)"]"#
      )
      .replacing(#"{"key":1,"plugin""#, with: #"\#(bindings){"key":3,"plugin""#)
      .replacing(#""modules":["#, with: #""ownKeys":[1,2],"modules":["#)
  }

  private func binding(_ name: String, _ key: Int, _ more: String = "") -> String {
    #"{"key":\#(key),"plugin":"org.example.\#(name.lowercased())","modules":[0]\#(more)},"#
  }

  @Test("a type that two plugins define has two keys, in each form of a request")
  func ownTypes() throws {
    let letters = fragment("Letters", binding("Letters", 1) + binding("Letters", 2))
    let words = fragment("Words", binding("Words", 1))
      .replacing(
        #"{"key":3,"plugin""#,
        with: #"{"key":3,"requests":[1],"forms":["provider"],"alternative":[2],"plugin""#)
    let combined = try CombinedGraph(linking: [letters, words].map { try SampleDocument.read($0) })
    let user = try #require(combined.graph.bindings.first { $0.key.typeName == "Words" })
    let providers = combined.graph.bindings(answering: 0, of: user)
    #expect(providers.map(\.key.type) == ["5Texts#2"])
    #expect(providers.map(\.provenance.origin) == ["org.example.words"])
    #expect(!combined.diagnostics.contains { $0.code == .duplicateBinding })
  }

  @Test("keys that differ only in their display names are equal, and each keeps its own")
  func spelling() throws {
    let collection = #"["SaySSG","[String]"]"#
    let one = SampleDocument.fragment("Letters")
      .replacing(#"["Letters","Letters"]"#, with: collection)
      .replacing(#"{"key":1,"#, with: #"{"key":1,"kind":"contribution","#)
    let other = one.replacing("Letters", with: "Words").replacing("letters", with: "words")
      .replacing("[String]", with: "Strings")
    let scratch = try TemporaryDirectory()
    let paths = [
      try scratch.write(one, to: "0.json"), try scratch.write(other, to: "1.json"),
    ]
    for paths in [paths, paths.reversed()] {
      let graph = try CombinedGraph(linking: GraphDocument.read(paths)).graph
      let contributions = graph.bindings.filter { $0.kind == .contribution }
      #expect(contributions.map(\.key.typeName) == ["[String]", "Strings"])
      #expect(graph.bindings(answering: contributions[1].key).count == 2)
    }
  }
}
