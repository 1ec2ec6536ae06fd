import Foundation
import Testing

@testable import Cleanse
@testable import CleanseGraph

@Suite("Indices of a graph")
struct GraphIndexTests {
  @Test("an index is a plain number in JSON")
  func codable() throws {
    let indices = [BindingIndex(0), 7]
    let json = try JSONEncoder().encode(indices)
    #expect(String(decoding: json, as: UTF8.self) == "[0,7]")
    #expect(try JSONDecoder().decode([BindingIndex].self, from: json) == indices)
    #expect("\(ComponentIndex.root) \(RequestIndex(3))" == "0 3")
  }

  @Test(
    "a number that no graph can have is an error when it is read",
    arguments: ["-1", "4294967296", "9223372036854775807", "1.5"])
  func unreadable(number: String) {
    #expect(throws: DecodingError.self) {
      _ = try JSONDecoder().decode([ComponentIndex].self, from: Data("[\(number)]".utf8))
    }
    #expect(throws: DecodingError.self) {
      _ = try JSONDecoder().decode(
        Diagnostic.Subject.self, from: Data(#"{"binding":\#(number)}"#.utf8))
    }
  }

  @Test("the parts of a graph are found by their indices")
  func subscripts() throws {
    let graph = BindingGraph(of: Farm.self)
    #expect(graph.bindingIndices.map { graph[$0] } == graph.bindings)
    #expect(graph.componentIndices.map { graph[$0] } == graph.components)
    #expect(graph[.root].root.typeName == "Int")
    let binding = try #require(graph.bindings.first { !$0.requests.isEmpty })
    #expect(binding.requestIndices.map { binding[$0] } == binding.requests)
  }

  @Test("an index that is in no graph has no bindings", arguments: [-1, .min, .max, 1_000])
  func foreign(number: Int) throws {
    let graph = BindingGraph(of: Farm.self)
    let binding = try #require(graph.bindings.first { !$0.requests.isEmpty })
    #expect(!graph.bindingIndices.contains(BindingIndex(number)))
    #expect(graph.bindings(of: binding.key, in: ComponentIndex(number)).isEmpty)
    #expect(graph.bindings(answering: binding.key, from: ComponentIndex(number)).isEmpty)
    #expect(graph.bindings(answering: RequestIndex(number), of: binding).isEmpty)
  }
}

private enum Farm: RootComponent {
  static func configureRoot(binder: ReceiptBinder<Int>) -> BindingReceipt<Int> {
    binder.to { (text: String) in text.count }
  }

  static func configure(binder: Binder<Singleton>) {
    binder.bind(String.self).to(value: "hay")
  }
}
