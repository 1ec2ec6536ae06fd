import Foundation
import Testing

@testable import CleanseGraph

@Suite("The arguments of a finding")
struct ArgumentTests {
  private static let root = Key(type: "R", typeName: "R")

  private func binding(
    _ id: Int, _ name: String, requesting requests: [String] = [],
    suppressing suppressed: [Binding.Suppression] = []
  ) -> Binding {
    func key(_ name: String) -> Key { Key(type: name, typeName: name) }
    return Binding(
      id: BindingIndex(id), component: 0, key: key(name), kind: .single,
      location: SourceLocation(file: "M/F.swift", path: "/src/M/F.swift", line: id + 1),
      provenance: Provenance(modules: ["M"]),
      requests: requests.map { Request(key: key($0), form: .instance) }, suppressed: suppressed)
  }

  private func graph(_ bindings: [Binding], reported: [Diagnostic] = []) -> BindingGraph {
    BindingGraph(
      components: [.init(name: "Host", root: Self.root)], bindings: bindings, reported: reported)
  }

  @Test("the arguments of a cycle are its elements, wherever the search begins")
  func hops() throws {
    let names = ["B", "C", "A"]
    let orders: [[Int]] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0], [0, 2, 1], [1, 0, 2]]
    let found = orders.flatMap { orders in
      DependencyCycleValidator().diagnostics(
        of: graph(
          orders.enumerated().map { id, index in
            binding(id, names[index], requesting: [names[(index + 1) % 3]])
          }))
    }
    #expect(found.count == 6)
    #expect(Set(found.map(\.message)).count == 3)
    #expect(Set(found.map(\.arguments)) == [["A", "B", "C"].map { .init("hop", $0) }])
  }

  @Test("a cycle in the other direction has other arguments")
  func direction() {
    #expect([Diagnostic.Argument].hops(["A", "B", "C"]) != .hops(["C", "B", "A"]))
    #expect([Diagnostic.Argument].hops(["A", "B", "A", "C"]) == .hops(["A", "C", "A", "B"]))
    #expect([Diagnostic.Argument].hops([]) == [])
  }

  @Test("the argument of an error that a module reports is its text")
  func configurationErrors() {
    let reported = [
      Diagnostic(.configurationError, .error, "no licence"),
      Diagnostic("a/b", .error, "something else"),
    ]
    #expect(
      ConfigurationErrorValidator().diagnostics(of: graph([], reported: reported))
        .map(\.arguments) == [[.init("message", "no licence")], []])
  }

  @Test("arguments distinguish unused suppressions of one binding")
  func suppressions() {
    let suppressed = [
      Binding.Suppression(.unusedBinding, because: "x"),
      Binding.Suppression(.captiveDependency, because: "x"),
    ]
    let found = SuppressionAudit(graph: graph([binding(0, "A", suppressing: suppressed)])).applied(
      to: [])
    #expect(
      found.map(\.arguments) == [
        [.init("code", "cleanse/unused-binding")], [.init("code", "cleanse/captive-dependency")],
      ])
  }

  @Test("arguments of an external validator reach its finding, whatever its subject")
  func reporter() throws {
    let graph = graph([binding(0, "A", requesting: ["A"])])
    let reporter = CleanseErrorReporter(graph: graph, options: [:], validator: "test")
    let component = ComponentBinding(graph: graph, component: 0)
    let arguments = [Diagnostic.Argument("limit", "requests")]
    reporter.report("x/y", .note, "x", on: graph.bindings[0], arguments: arguments)
    reporter.report("x/y", .note, "x", on: component, arguments: arguments)
    reporter.report(
      "x/y", .note, "x", on: try #require(component.edges.first), arguments: arguments)
    #expect(reporter.diagnostics.map(\.arguments) == [arguments, arguments, arguments])
  }

  @Test("arguments name the validator and the option that it does not have")
  func options() {
    struct Plain: CleanseBindingPlugin {
      func visit(root: ComponentBinding, errorReporter: CleanseErrorReporter) {}
    }
    let validator = RegisteredValidator(Plain(), options: ["a": "", "b": ""], location: nil)
    let found = validator.diagnostics(of: graph([]))
    #expect(found.map { $0.arguments.last } == [.init("option", "a"), .init("option", "b")])
    #expect(found.allSatisfy { $0.arguments.first?.value.hasSuffix("Plain") == true })
  }

  @Test("arguments survive JSON, and are omitted if there are none")
  func coding() throws {
    var finding = Diagnostic(
      "x/y", .warning, "odd", at: SourceLocation(file: "M/F.swift", path: "/F.swift", line: 3),
      provenance: Provenance(origin: "org.a"), notes: [.init("note")], fix: "fix it",
      subject: .edge(binding: 1, request: 2))
    let encoder = JSONEncoder()
    let bare = try encoder.encode(finding)
    #expect(!String(decoding: bare, as: UTF8.self).contains("arguments"))
    #expect(try JSONDecoder().decode(Diagnostic.self, from: bare) == finding)
    finding.arguments = [.init("file", "libA.so"), .init("library", "libB.so")]
    let data = try encoder.encode(finding)
    #expect(
      String(decoding: data, as: UTF8.self).contains(#"{"name":"file","value":"libA.so"}"#)
        || String(decoding: data, as: UTF8.self).contains(#"{"value":"libA.so","name":"file"}"#))
    #expect(try JSONDecoder().decode(Diagnostic.self, from: data) == finding)
  }
}
