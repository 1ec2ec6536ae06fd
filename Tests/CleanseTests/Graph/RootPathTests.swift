import Foundation
import Testing

@testable import Cleanse
@testable import CleanseGraph

@Suite("Paths from the root")
struct RootPathTests {
  @Test("a path is a shortest one, through forms and into subcomponents")
  func shortest() throws {
    let graph = BindingGraph(of: Outer.self)
    #expect(path(to: "Int8", in: graph) == ["Int32", "Int8"])
    #expect(
      path(to: "UInt16", in: graph) == [
        "Int32", "Cleanse.ComponentFactory<CleanseTests.Inner>", "String", "UInt16",
      ])
    #expect(path(to: "Int32", in: graph) == ["Int32"])
  }

  @Test("there is no path to a binding that the root does not need or that is replaced")
  func unreachable() throws {
    let graph = BindingGraph(of: Outer.self)
    #expect(path(to: "Double", in: graph) == [])
    let numbers = graph.bindings.filter { $0.key.typeName == "Int16" }
    #expect(numbers.map { graph.path(to: $0).isEmpty } == [true, false])
    let foreign = Binding(id: 99, component: 0, key: graph.bindings[0].key, kind: .single)
    #expect(graph.path(to: foreign).isEmpty)
  }

  @Test("a note shortens a long path in the middle, and prints a short one in full")
  func shortened() throws {
    #expect(notedPath(length: 1) == [])
    #expect(notedPath(length: 2) == ["N0", "N1"])
    #expect(notedPath(length: 7) == (0..<7).map { "N\($0)" })
    #expect(notedPath(length: 8) == ["N0", "N1", "N2", "… 2 more …", "N5", "N6", "N7"])
    #expect(
      notedPath(length: 100_000)
        == ["N0", "N1", "N2", "… 99994 more …", "N99997", "N99998", "N99999"])
  }

  @Test("one search serves as many findings as there are bindings")
  func manyFindings() {
    // A search for each finding would take minutes.
    let found = missing(in: chain(length: 10_000, requestsMissing: { _ in true }))
    #expect(found.count == 10_000)
    #expect(found.last?.notes.first?.path.last == "N9999")
  }

  @Test("a note survives JSON, and one without a path can be read")
  func codable() throws {
    let note = Diagnostic.Note("note", path: ["A", "B"])
    let copy = try JSONDecoder().decode(Diagnostic.Note.self, from: JSONEncoder().encode(note))
    #expect(copy == note)
    let old = try JSONDecoder().decode(
      Diagnostic.Note.self, from: Data(#"{"message":"note"}"#.utf8))
    #expect(old.path.isEmpty)
  }

  private func path(to name: String, in graph: BindingGraph) -> [String]? {
    graph.bindings.first { $0.key.typeName == name }
      .map { graph.path(to: $0).map(\.key.description) }
  }
}

/// A chain from the root down, in which the selected bindings request a missing type.
private func chain(length: Int, requestsMissing: (Int) -> Bool) -> BindingGraph {
  func key(_ name: String) -> Key { Key(type: name, typeName: name) }
  return BindingGraph(
    components: [BindingGraph.Component(name: "App", root: key("N0"))],
    bindings: (0..<length).map { index in
      var requests: [Request] = []
      if index + 1 < length { requests.append(Request(key: key("N\(index + 1)"), form: .instance)) }
      if requestsMissing(index) {
        requests.append(Request(key: key("Missing\(index)"), form: .instance))
      }
      return Binding(
        id: BindingIndex(index), component: 0, key: key("N\(index)"), kind: .single,
        requests: requests)
    })
}

private func missing(in graph: BindingGraph) -> [Diagnostic] {
  GraphValidation().diagnostics(of: graph).filter { $0.code == .missingBinding }
}

/// The path to the last binding of a chain, as in the finding on its missing request.
private func notedPath(length: Int) -> [String]? {
  missing(in: chain(length: length) { $0 == length - 1 }).first?.notes.first?.path
}

private struct InnerScope: Scope {}

private enum Inner: Component {
  static func configure(binder: Binder<InnerScope>) { binder.bind(UInt16.self).to(value: 1) }
  static func configureRoot(binder bind: ReceiptBinder<String>) -> BindingReceipt<String> {
    bind.to { (a: UInt16, b: Int16) in "" }
  }
}

private enum Outer: RootComponent {
  static func configure(binder: Binder<Singleton>) {
    binder.bind(Int8.self).to(value: 1)
    binder.bind(Int16.self).to(value: 1)
    binder.bind(Int16.self).overriding().to { (a: Int8) in 2 }
    binder.bind(Double.self).to { (a: Int8) in 1 }
    binder.install(dependency: Inner.self)
  }
  static func configureRoot(binder bind: ReceiptBinder<Int32>) -> BindingReceipt<Int32> {
    bind.to { (a: Int16, b: Provider<Int8>, inner: ComponentFactory<Inner>) in 1 }
  }
}
