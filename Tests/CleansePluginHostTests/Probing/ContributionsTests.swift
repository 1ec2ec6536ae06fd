@testable import Cleanse
@testable import CleanseGraph
@testable import CleansePluginProbing
import Testing

protocol Greeting: Sendable {}
protocol Parting<Time>: Sendable { associatedtype Time }
struct Hello: Greeting, Parting, Hashable { typealias Time = Int }
struct Box<Content: Sendable>: Sendable, Hashable {
  struct Lid: Sendable {}
  let size = 1
}
enum Evening: Cleanse.Tag { typealias Element = [any Greeting] }

@Suite("Contributions of a plugin")
struct ContributionsTests {
  private static let identifier = "org.example.words"

  /// The findings about a plugin that declares these extension points.
  private func findings<C: RootComponent>(
    of component: C.Type, declaring contributes: [String] = []
  ) throws -> [Diagnostic] {
    let graph = BindingGraph(of: component)
    let own = graph.bindings.map { binding in
      var binding = binding
      if binding.kind == .contribution { binding.provenance.origin = Self.identifier }
      return binding
    }
    return Contributions(
      of: try SamplePlugin.description(contributes: contributes),
      in: BindingGraph(components: graph.components, bindings: own)
    ).findings
  }

  private func undeclared(_ findings: [Diagnostic]) -> [String] {
    findings.filter { $0.code == "plugin/undeclared-contribution" }.map { finding in
      let words = finding.message.split(separator: " to ", maxSplits: 1)
      return words.last.map { String($0.prefix { $0 != "," }) } ?? ""
    }
  }

  private enum Everything: RootComponent {
    static func configure(binder: Binder<Unscoped>) {
      binder.bind((any Greeting).self).intoCollection().to(value: Hello())
      binder.bind((any Greeting).self).intoCollection().to(value: Hello())
      binder.bind((any Greeting).self).intoCollection().tagged(with: Evening.self)
        .to(value: Hello())
      binder.bind(Hello.self).intoSet().to(value: Hello())
      binder.bind(Int.self).intoDictionary(key: "a").to(value: 1)
      binder.bind((any Parting).self).intoDictionary(key: ["b": 2]).to(value: Hello())
    }

    static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
      bind.to(value: 1)
    }
  }

  @Test("they are named for the elements, whatever the collection")
  func names() throws {
    let findings = try findings(of: Everything.self)
    #expect(undeclared(findings) == ["Greeting", "Hello", "Int", "Parting"])
    #expect(findings.allSatisfy { $0.severity == .warning && $0.notes.count == 1 })
  }

  @Test("a C pointer that another plugin's bridge converts is not reported")
  func pointerOfC() throws {
    let graph = BindingGraph(of: Everything.self)
    let own = graph.bindings.prefix { $0.kind == .contribution }.map { binding in
      var binding = binding
      binding.provenance.origin = Self.identifier
      binding.key = Key(type: "c:text_filter *[]", typeName: "text_filter *[]")
      return binding
    }
    #expect(!own.isEmpty)
    let findings = Contributions(
      of: try SamplePlugin.description(contributes: ["TextFilter"]),
      in: BindingGraph(components: graph.components, bindings: own)
    ).findings
    #expect(findings.isEmpty)
  }

  @Test("they are reported only if the manifest differs")
  func declared() throws {
    let all = ["Greeting", "Hello", "Int", "Parting"]
    #expect(try findings(of: Everything.self, declaring: all).isEmpty)
    let more = try findings(of: Everything.self, declaring: all + ["Command", "Array"])
    #expect(
      more.map(\.code) == ["plugin/missing-contribution", "plugin/missing-contribution"])
    #expect(more.first?.message.contains("to Command") == true)
  }

  private enum Own: RootComponent {
    static func configure(binder: Binder<Unscoped>) {
      binder.declareCollection(of: (any Greeting).self)
      binder.bind((any Greeting).self).intoCollection().to(value: Hello())
      binder.bind(Hello.self).intoCollection().to(value: Hello())
    }

    static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
      bind.to(value: 1)
    }
  }

  @Test("a collection that the plugin itself declares is not an extension point")
  func own() throws {
    let graph = BindingGraph(of: Own.self)
    func reported(by declarer: String?) throws -> [String] {
      let bindings = graph.bindings.map { binding in
        var binding = binding
        switch binding.kind {
        case .contribution: binding.provenance.origin = Self.identifier
        case .declaration: binding.provenance.origin = declarer
        default: break
        }
        return binding
      }
      return undeclared(
        Contributions(
          of: try SamplePlugin.description(),
          in: BindingGraph(components: graph.components, bindings: bindings)
        ).findings)
    }
    #expect(graph.bindings.contains { $0.kind == .declaration })
    #expect(try reported(by: nil) == ["Greeting", "Hello"])
    #expect(try reported(by: "org.example.other") == ["Greeting", "Hello"])
    #expect(try reported(by: Self.identifier) == ["Hello"])
  }

  private enum Generic: RootComponent {
    static func configure(binder: Binder<Unscoped>) {
      binder.bind(Box<String>.self).intoCollection().to(value: Box())
      binder.bind(Box<[String: Int]>.self).intoDictionary(key: 1).to(value: Box())
      binder.bind((any Parting<Int>).self).intoCollection().to(value: Hello())
      binder.bind(Box<Int>.Lid.self).intoCollection().to(value: Box.Lid())
    }

    static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
      bind.to(value: 1)
    }
  }

  @Test("generic types are named without parameters, as in a manifest")
  func generic() throws {
    #expect(undeclared(try findings(of: Generic.self)) == ["Box", "Parting", "Lid"])
    #expect(try findings(of: Generic.self, declaring: ["Box", "Parting", "Lid"]).isEmpty)
  }

  private enum Nameless: RootComponent {
    static func configure(binder: Binder<Unscoped>) {
      binder.bind([String: Int].self).intoCollection().to(value: [:])
      binder.bind([[Int]].self).intoDictionary(key: "a").to(value: [])
      binder.bind((Int, String).self).intoCollection().to(value: (1, ""))
      binder.bind(Int?.self).intoCollection().to(value: nil)
      binder.bind((any Greeting & Parting).self).intoCollection().to(value: Hello())
      binder.bind((@Sendable () -> Int).self).intoCollection().to(value: { 1 })
    }

    static func configureRoot(binder bind: ReceiptBinder<Int>) -> BindingReceipt<Int> {
      bind.to(value: 1)
    }
  }

  @Test("a type without a single name can't be declared, and is not reported")
  func nameless() throws {
    #expect(try findings(of: Nameless.self).isEmpty)
  }

  @Test("a plugin without bindings is reported")
  func nothing() throws {
    let empty = BindingGraph(
      components: [.init(name: "C", root: Key(type: "R", typeName: "R"))], bindings: [])
    let findings = Contributions(
      of: try SamplePlugin.description(contributes: ["Greeting"]), in: empty
    ).findings
    #expect(findings.map(\.code) == ["plugin/no-bindings"])
  }
}
