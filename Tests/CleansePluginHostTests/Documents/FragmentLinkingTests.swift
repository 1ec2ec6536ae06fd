@testable import Cleanse
@testable import CleanseGraph
@testable import CleansePluginHost
@testable import CleansePluginFiles
@testable import CleansePluginLoading
import CleanseTestSupport
import Testing

@Suite("Fragments")
struct FragmentLinkingTests {
  private func linked(_ texts: String...) throws -> CombinedGraph {
    try CombinedGraph(linking: texts.map { try SampleDocument.read($0) })
  }

  private func codes(_ combined: CombinedGraph) -> [String] {
    combined.inspections.flatMap(\.codes)
  }

  @Test("fragments in any order link to the same graph")
  func order() throws {
    let names = ["Words", "Letters", "Lines"]
    let fragments = names.map { SampleDocument.fragment($0) }
    let one = try linked(fragments[0], fragments[1], fragments[2])
    let other = try linked(fragments[2], fragments[1], fragments[0])
    #expect(one.graph == other.graph && one.diagnostics == other.diagnostics)
    #expect(one.inspections == other.inspections)
    #expect(one.graph.bindings.compactMap(\.provenance.origin).count == 3)
    #expect(
      one.inspections.map(\.file.path) == [
        "plugins/libLetters.so", "plugins/libLines.so", "plugins/libWords.so",
      ])
  }

  @Test("two fragments of one plugin are duplicates, and neither is used")
  func twice() throws {
    let words = SampleDocument.fragment("Words")
    let combined = try linked(words, SampleDocument.fragment("Letters"), words)
    #expect(
      codes(combined) == ["plugin/duplicate-identifier", "plugin/duplicate-identifier"])
    #expect(combined.graph.bindings.compactMap(\.provenance.origin) == ["org.example.letters"])
    let other = try linked(
      words, words.replacing("plugins/libWords.so", with: "other/libWords.so"))
    #expect(codes(other) == ["plugin/duplicate-identifier", "plugin/duplicate-identifier"])
    expectGolden(other.inspections.map(\.report).joined(separator: "\n"), "fragment-twice")
  }

  // A plugin for the extension point of another application had a warning, so it failed with --strict.
  @Test(
    "a contribution that no part collects is a note if its manifest declares it",
    arguments: [("Command", .note), ("Filter", .warning)] as [(String, Diagnostic.Severity)])
  func contributions(name: String, severity: Diagnostic.Severity) throws {
    let text = #"""
      {"schema":"cleanse-graph/1","plugins":[{"file":"plugins/libWords.so",\#
      "description":\#(SampleDocument.description("org.example.words", "Words"))}],\#
      "components":[{"name":"App.Main","root":0}],\#
      "keys":[["3App4RootV","App.Root"],["Say\#(name)G","[any App.\#(name)]"]],\#
      "modules":["Words.Main"],"files":[{"file":"App/App.swift","path":"/src/App.swift"}],\#
      "bindings":[{"key":0,"source":"factory","file":0,"line":8},\#
      {"key":1,"kind":"contribution","source":"factory","file":0,"line":9,\#
      "plugin":"org.example.words","modules":[0]}]}
      """#
    let found = try linked(text).diagnostics
    #expect(found.map(\.code) == [.unusedBinding])
    #expect(found.map(\.severity) == [severity])
    let raised = try CombinedGraph(
      linking: [SampleDocument.read(text)], judgement: Judgement(levels: [.unusedBinding: .error]))
    #expect(raised.diagnostics.map(\.severity) == [.error])
  }

  @Test("plugins that require each other are checked together")
  func requirements() throws {
    let words = SampleDocument.fragment("Words", requires: #""org.example.letters": ">=1.0.0""#)
    #expect(codes(try linked(words)) == ["plugin/unmet-requirement"])
    #expect(codes(try linked(words, SampleDocument.fragment("Letters"))).isEmpty)
    let rejected = try linked(words, SampleDocument.fragment("Letters", isRejected: true))
    #expect(codes(rejected) == ["plugin/unmet-requirement"])
    #expect(rejected.graph.bindings.allSatisfy { $0.provenance.origin == nil })
    let without = try linked(words, SampleDocument.fragment("Letters"))
      .without(["org.example.letters"])
    #expect(without.inspections.flatMap(\.codes) == ["plugin/unmet-requirement"])
    #expect(without.graph.bindings.count == 1)
  }

  @Test(
    "rejected plugins bind nothing, and a missing binding names the plugin that would provide it")
  func rejected() throws {
    let old = SampleDocument.fragment("Old", isRejected: true).replacing(
      #""rejected":true"#,
      with: #"""
        "rejected":true,"wouldBind":[{"key":{"type":"2Of","typeName":"Old.Of","isClass":false},\#
        "provenance":{"origin":"org.example.old","modules":[]}}]
        """#)
    let words = SampleDocument.fragment("Words").replacing(
      #"{"key":1,"#, with: #"{"key":1,"requests":[2],"#
    ).replacing(#"["Words","Words"]"#, with: #"["Words","Words"],["2Of","Old.Of"]"#)
    let combined = try linked(old, words)
    #expect(combined.graph.dropped.count == 1)
    let missing = try #require(combined.diagnostics.first { $0.code == .missingBinding })
    #expect(missing.notes.contains { $0.message.contains("org.example.old") })
  }

  @Test("validators that did not run are reported")
  func validators() throws {
    let recording = Recording(of: Application.self) { recorder in
      _ = recorder.attempt(from: "org.example.words") { recorder in
        Binder<Singleton>(recorder: recorder).bind((any CleanseBindingPlugin).self)
          .intoCollection()
          .to(
            factory: { Check() }, file: "Words/Checks.swift", line: 3)
      }
    }
    var document = try SampleDocument.read(SampleDocument.fragment("Words"))
    (document.part, document.keys) = (recording.graph.declarations, nil)
    let combined = try CombinedGraph(linking: [document])
    let finding = try #require(combined.diagnostics.first { $0.code == .pluginValidatorNotRun })
    #expect(finding.subject?.binding == 1)
    expectGolden(finding.description, "validator-not-run")
  }

  @Test("100,000 nested components do not overflow the stack")
  func nesting() throws {
    let count = 100_000
    let list = Key(type: "SaySSG", typeName: "[String]")
    var part = Declarations(components: [], bindings: [])
    for number in 0..<count {
      part.components.append(
        BindingGraph.Component(
          name: "C\(number)", root: list,
          parent: number == 0 ? nil : ComponentIndex(number - 1)))
      part.bindings.append(
        Binding(
          id: BindingIndex(part.bindings.count), component: ComponentIndex(number), key: list,
          kind: .contribution,
          provenance: Provenance(origin: "org.example.words"), source: .factory))
      guard number + 1 < count else { continue }
      part.bindings.append(
        Binding(
          id: BindingIndex(part.bindings.count), component: ComponentIndex(number),
          key: Key(type: "F\(number)", typeName: "F\(number)"), kind: .subcomponent,
          provenance: Provenance(origin: "org.example.words"),
          subcomponent: ComponentIndex(number + 1)))
    }
    #expect(part.isWellFormed)
    let linked = BindingGraph(
      merging: [part], [DeclarationMerger.Contributor(part: 0, origin: "org.example.words")])
    #expect(linked.components == part.components)
    #expect(linked.bindings(answering: list, from: ComponentIndex(count - 1)).count == count)
  }
}

private enum Application: RootComponent {
  static func configure(binder: Binder<Singleton>) {}
  static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    bind.to(value: 1)
  }
}

private struct Check: CleanseBindingPlugin {
  func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter) {}
}
