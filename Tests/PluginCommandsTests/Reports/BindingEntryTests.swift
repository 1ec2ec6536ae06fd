@testable import CleanseGraph
@testable import GraphAnalysis
@testable import PluginCommands
import Testing

@Suite("Bindings in host show")
struct BindingEntryTests {
  @Test("a line shows the key, the requests, the scope and the location")
  func line() {
    let key = Key(type: "a", typeName: "Filter")
    let other = Key(type: "b", tag: "c", typeName: "Int", tagName: "Width")
    let binding = Binding(
      id: 0, component: 0, key: key, kind: .single, scope: "Singleton",
      location: SourceLocation(file: "Wrap/Module.swift", path: "/x", line: 4),
      requests: [Request(key: other, form: .provider)])
    #expect(
      BindingEntry(binding).line
        == "Filter from Provider<Int> tagged Width shared in Singleton at Wrap/Module.swift:4")
  }

  @Test(
    "a request is written like the parameter of a factory",
    arguments: [
      (.instance, "Int", "any P"), (.provider, "Provider<Int>", "Provider<any P>"),
      (.function, "() -> Int", "() -> any P"), (.optional, "Int?", "(any P)?"),
      (.weakProvider, "WeakProvider<Int>", "WeakProvider<any P>"),
    ] as [(RequestForm, String, String)])
  func forms(form: RequestForm, ofType: String, ofProtocol: String) {
    let requests = ["Int", "any P"].map { Request(key: Key(type: $0, typeName: $0), form: form) }
    #expect(requests.map(\.phrase) == [ofType, ofProtocol])
  }

  @Test(
    "a request of single elements names the element type, in Swift and in C",
    arguments: [
      ("[Int]", nil, "[ThrowingProvider<Int>]"),
      ("[Double]", "@weights", "[ThrowingProvider<Double>] @weights"),
      ("counter *[]", "@all", "[ThrowingProvider<counter *>] @all"),
      ("point[]", nil, "[ThrowingProvider<point>]"),
    ] as [(String, String?, String)])
  func elements(type: String, tag: String?, phrase: String) {
    let key = Key(type: type, tag: tag, typeName: type, tagName: tag)
    #expect(Request(key: key, form: .throwingElements).phrase == phrase)
  }

  @Test("a binding without requests is its key alone")
  func bare() {
    let key = Key(type: "a", typeName: "Filter")
    #expect(BindingEntry(Binding(id: 0, component: 0, key: key, kind: .single)).line == "Filter")
  }
}
