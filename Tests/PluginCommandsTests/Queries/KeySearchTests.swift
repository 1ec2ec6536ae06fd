@testable import CleanseFindingReports
@testable import CleanseC
@testable import CleanseGraph
@testable import CleanseGraphAnalysis
@testable import CleansePluginCommands
import Testing

@Suite("Finding a key")
struct KeySearchTests {
  private static let names = [
    "App.Root", "any WordCounting.WordCounter", "any TextFilterAPI.TextFilter",
    "[any TextFilterAPI.TextFilter]", "[any CleansePlugin.Command]", "Checksum.ChecksumCommand",
    "App.Server.Module", "App.Client.Module", "[App.Filter: Swordfish.Blade]",
  ]

  private static let width = Key(
    type: "Sd", tag: "w", typeName: "Double", tagName: "Wrap.Width", cName: "wrap_width")
  private static let height = Key(
    type: "c:double", tag: "@height", typeName: "double", tagName: "@height", cName: "height")

  private let search = KeySearch(
    graph(of: names.map { Key(type: "m:\($0)", typeName: $0) } + [width, height]))

  @Test(
    "a part of the name suffices, ignoring case",
    arguments: [
      ("any WordCounting.WordCounter", "any WordCounting.WordCounter"),
      ("WordCounter", "any WordCounting.WordCounter"), ("wordc", "any WordCounting.WordCounter"),
      ("wordcounting.wordcounter", "any WordCounting.WordCounter"),
      ("TextFilter", "any TextFilterAPI.TextFilter"),
      ("[textfilter]", "[any TextFilterAPI.TextFilter]"),
      ("[any TextFilter]", "[any TextFilterAPI.TextFilter]"),
      ("command", "[any CleansePlugin.Command]"), ("checksum", "Checksum.ChecksumCommand"),
      ("Server.Module", "App.Server.Module"), ("client.mod", "App.Client.Module"),
      ("[Filter:Blade]", "[App.Filter: Swordfish.Blade]"),
      ("double tagged width", "Double tagged Wrap.Width"), ("Width", "Double tagged Wrap.Width"),
      ("@wrap_width", "Double tagged Wrap.Width"), ("@height", "double @height"),
      ("heig", "double @height"), ("double @height", "double @height"),
      ("@wrap", "Double tagged Wrap.Width"), ("double @wrap_width", "Double tagged Wrap.Width"),
      ("m:App.Root", "App.Root"),
    ])
  func found(text: String, name: String) throws {
    #expect(try search.key(text, for: "why").description == name)
  }

  @Test("a text that matches several keys is an error that lists them")
  func several() {
    let error = #expect(throws: UsageError.self) { try search.key("module", for: "why") }
    #expect(error?.message == "`module` matches 2 keys")
    #expect(error?.hints == ["App.Client.Module", "App.Server.Module"])
    #expect(error?.command == "why")
  }

  @Test("of many matches the first twenty are listed")
  func many() {
    let keys = (100..<150).map { Key(type: "\($0)", typeName: "Many.Key\($0)") }
    let search = KeySearch(Self.graph(of: keys))
    for text in ["key", "", "many"] {
      let error = #expect(throws: UsageError.self) { try search.key(text, for: "why") }
      #expect(error?.message == "`\(text)` matches 50 keys")
      #expect(error?.hints.count == 21)
      #expect(error?.hints.last == "… and 30 more")
    }
  }

  @Test("keys of equal name are listed with their identities")
  func copies() throws {
    let keys = ["1A", "1A#2"].map { Key(type: $0, typeName: "Lib.A") }
    let search = KeySearch(Self.graph(of: keys))
    let error = #expect(throws: UsageError.self) { try search.key("A", for: "why") }
    #expect(error?.hints == ["Lib.A, also known as 1A", "Lib.A, also known as 1A#2"])
    #expect(try search.key("1A#2", for: "why") == keys[1])
  }

  @Test("a text without matches is an error with the nearest names, or with all if there are few")
  func none() {
    func hints(_ text: String, in search: KeySearch) -> [String]? {
      #expect(throws: UsageError.self) { try search.key(text, for: "why") }?.hints
    }
    #expect(hints("WordCuonter", in: search) == ["did you mean any WordCounting.WordCounter?"])
    #expect(
      hints("TextFitler", in: search)
        == ["did you mean any TextFilterAPI.TextFilter or [any TextFilterAPI.TextFilter]?"])
    #expect(
      hints("xyz", in: KeySearch(Self.graph(of: [Key(type: "a", typeName: "B")])))
        == ["the only key is B"])
    let many = (0..<30).map { Key(type: "\($0)", typeName: "Many.Key\($0)") }
    #expect(
      hints("xyz", in: KeySearch(Self.graph(of: many)))
        == ["none of the 30 keys has a similar name"])
  }

  @Test("requested keys are found, and on request those of rejected plugins")
  func unbound() throws {
    let root = Key(type: "r", typeName: "Root")
    let requested = Key(type: "a", typeName: "Wanted")
    let lost = Key(type: "l", typeName: "Lost")
    let graph = BindingGraph(
      components: [.init(name: "App", root: root)],
      bindings: [
        Binding(
          id: 0, component: 0, key: root, kind: .single,
          requests: [Request(key: requested, form: .instance)])
      ], dropped: [.init(key: lost)])
    #expect(KeySearch(graph).keys == [root, requested])
    #expect(KeySearch(graph, includingDropped: true).keys == [root, requested, lost])
  }

  @Test("a graph of 50,000 keys is searched, also without a match")
  func large() throws {
    let keys = (0..<50_000).map { Key(type: "\($0)", typeName: "Large.Key\($0)Of\($0 % 7)") }
    let search = KeySearch(Self.graph(of: keys))
    #expect(try search.key("key49999", for: "why") == keys[49_999])
    #expect(search.matches("of6").count > 7_000)
    #expect(throws: UsageError.self) { try search.key("Kex49999Of6", for: "why") }
  }

  @Test("arbitrary names and texts are treated as plain text")
  func hostile() {
    let names = ["", ".", "..", "any", "any ", "]]", "\u{1B}[2J", "a\nb", "…", "-> ->", "@"]
    let search = KeySearch(
      Self.graph(of: names.map { Key(type: "h:\($0)", typeName: $0, cName: $0) }))
    for text in names + [String(repeating: "[", count: 100_000), String(repeating: "a.", count: 9)]
    {
      _ = search.matches(text)
      _ = try? search.key(text, for: "why")
    }
    #expect(search.matches("a\nb").map(\.description) == ["a\nb"])
  }

  private static func graph(of keys: [Key]) -> BindingGraph {
    BindingGraph(
      components: [.init(name: "App", root: keys[0])],
      bindings: keys.enumerated().map {
        Binding(id: BindingIndex($0.offset), component: 0, key: $0.element, kind: .single)
      })
  }
}
