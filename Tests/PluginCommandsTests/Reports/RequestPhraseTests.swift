@testable import CleanseGraph
@testable import CleanseGraphAnalysis
import Testing

@Suite("Requests in reports")
struct RequestPhraseTests {
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
}
