import CleanseTestSupport
import Testing

@testable import Cleanse
@testable import CleanseC
@testable import CleanseGraph

private enum Thing: Cleanse.Tag {
  typealias Element = CPointer
  static var name: String { "thing" }
}

private enum CounterBridge: CBridge {
  static let cName = "counter"
  static func value(of pointer: CPointer) -> Int { 1 }
}

@Suite("Tags of plain pointers in merged graphs")
struct MergedPointerTests {
  @Test(
    "a tag never converts one C type to another, or to that of a bridge", arguments: [false, true])
  func conflict(isBridged: Bool) throws {
    let merged = try merged { recorder in
      if isBridged {
        recorder.swift.bridge(CounterBridge.self)
      } else {
        recorder.function(CKey(.int32), [.value(.pointer("engine"), "thing")], line: 2) {
          $0.yield(Int32(1))
        }
      }
    }
    let found = GraphValidation().diagnostics(of: merged).filter { $0.code == .cTypeConflict }
    #expect(found.count == 1)
    expectGolden(
      found.map(\.description).joined(separator: "\n"),
      isBridged ? "foreign-merged-bridge" : "foreign-merged-pointers")
  }

  @Test("a tag and the C type that all sides use are one key")
  func agreement() throws {
    let merged = try merged { recorder in
      recorder.function(CKey(.int32), [.value(.pointer("counter"), "thing")], line: 2) {
        $0.yield(Int32(1))
      }
    }
    #expect(GraphValidation().diagnostics(of: merged).filter { $0.severity == .error } == [])
    #expect(merged.cNames.pointers.map(\.type) == ["counter *", "counter *"])
    #expect(merged.cNames.pointers.map(\.provenance.origin) == ["org.example.0", "org.example.1"])
  }

  /// Merges a plugin that binds `counter * @thing` with another one; each was recorded alone, written and read.
  private func merged(_ other: @escaping (Recorder) -> Void) throws -> BindingGraph {
    let parts: [Recording] = [
      recording(
        requesting: TaggedThrowingProvider<Thing>.self,
        ("org.example.0", { $0.function(CKey(.pointer("counter"), "thing")) { $0.yield(8) } })),
      recording(requesting: TaggedThrowingProvider<Thing>.self, ("org.example.1", other)),
    ]
    let written = try parts.map { part in
      try part.graph.written()
    }
    return BindingGraph(
      merging: written.map(\.declarations),
      parts.indices.map {
        DeclarationMerger.Contributor(part: $0, origin: "org.example.\($0)")
      })
  }
}
