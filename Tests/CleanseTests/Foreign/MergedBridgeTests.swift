// Guards the merging of conflicting bridges: C keys that were resolved with the second bridge kept its Swift type. They
// conflicted with the C keys of other parts, and not with tags of another type than that of the first bridge.

import Testing

@testable import Cleanse
@testable import CleanseC
@testable import CleanseGraph

private struct First: Sendable {}

private struct Second: Sendable {}

private enum FirstBridge: CBridge {
  static let cName = "thing"
  static func value(of pointer: CPointer) -> First { First() }
}

private enum SecondBridge: CBridge {
  static let cName = "thing"
  static func value(of pointer: CPointer) -> Second { Second() }
}

@Suite("Conflicting bridges in merged graphs")
struct MergedBridgeTests {
  @Test("C keys have the type of the first bridge in all parts", arguments: [false, true])
  func keys(isWritten: Bool) throws {
    let (recorded, merged) = try graphs(isWritten) { recorder in
      recorder.function(
        CKey(.int32),
        [
          .value(.pointer("thing")), .value(.pointer("thing"), "it"),
          .value(.array(.pointer("thing")), "all"),
        ], line: 2
      ) { $0.yield(Int32(1)) }
      recorder.declare(CKey(.pointer("thing"), "it"), isCollection: false, at: .c(3))
      recorder.declare(CKey(.array(.pointer("thing")), "all"), isCollection: true, at: .c(4))
    }
    #expect(codes(of: recorded) == [.cNameConflict])
    #expect(codes(of: merged) == [.cNameConflict])
    #expect(merged.bindings.map(\.key) == recorded.bindings.map(\.key))
    #expect(
      merged.bindings.map { $0.requests.map(\.key) }
        == recorded.bindings.map { $0.requests.map(\.key) })
  }

  @Test("a tag of the second bridge's type has another type than C keys", arguments: [false, true])
  func tags(isWritten: Bool) throws {
    let (recorded, merged) = try graphs(isWritten) { recorder in
      recorder.swift.bind(Second.self).tagged(with: OtherTag<Second>.self).to(value: Second())
      recorder.function(CKey(.int32), [.value(.pointer("thing"), "other")], line: 2) {
        $0.yield(Int32(1))
      }
    }
    #expect(codes(of: recorded) == [.cNameConflict, .cTypeConflict, .missingBinding])
    #expect(codes(of: merged) == [.cNameConflict, .cTypeConflict, .missingBinding])
  }

  /// A plugin that binds `thing *` with the first bridge, and another one with the second bridge: recorded
  /// together, and merged after each was recorded alone.
  private func graphs(
    _ isWritten: Bool, _ second: @escaping (Recorder) -> Void
  ) throws -> (recorded: BindingGraph, merged: BindingGraph) {
    let plugins: [(String, (Recorder) -> Void)] = [
      (
        "org.example.0",
        { recorder in
          recorder.swift.bridge(FirstBridge.self)
          recorder.function(CKey(.pointer("thing"))) { $0.yield(8) }
          recorder.function(CKey(.pointer("thing"), "it")) { $0.yield(8) }
        }
      ),
      (
        "org.example.1",
        { recorder in
          recorder.swift.bridge(SecondBridge.self)
          second(recorder)
        }
      ),
    ]
    let request = ThrowingProvider<Int32>.self
    let parts = try plugins.map { plugin in
      let graph = recording(requesting: request, plugin).graph
      return isWritten ? try graph.written() : graph
    }
    let merged = BindingGraph(
      merging: parts.map(\.declarations),
      parts.indices.map { DeclarationMerger.Contributor(part: $0, origin: plugins[$0].0) })
    return (recording(requesting: request, plugins[0], plugins[1]).graph, merged)
  }

  private func codes(of graph: BindingGraph) -> Set<Diagnostic.Code> {
    Set(
      GraphValidation().diagnostics(of: graph).filter { $0.severity == .error }.map(\.code))
  }
}
