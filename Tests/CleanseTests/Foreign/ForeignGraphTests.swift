import CleanseTestSupport
import Foundation
import Testing

@testable import Cleanse
@testable import CleanseC
@testable import CleanseGraph

@Suite("Graphs with C bindings")
struct ForeignGraphTests {
  private func everything(_ recorder: Recorder) {
    recorder.function(
      CKey(.double, "it"), [.value(.point, "origin"), .provider(.string)], name: "area"
    ) { $0.yield(1.0) }
    recorder.value(CKey(.point, "origin"), FakePoint(x: 1, y: 1))
    recorder.swift.bind(String.self).to(value: "s")
    recorder.function(CKey(.array(.pointer("part"))), isContribution: true) {
      $0.yield(FakeArray([1]))
    }
    recorder.declare(CKey(.int8, "small"), isCollection: false, at: .c(5))
    recorder.function(CKey(.int64), [.value(.array(.pointer("part"))), .optional(.int8, "small")]) {
      $0.yield(1)
    }
  }

  @Test("a reader that does not know C rejects the graph")
  func unknownLanguage() throws {
    let graph = recording(requesting: Int.self) { recorder in
      recorder.declare(handle: "thing", at: .c(1)) { _ in }
    }.graph
    #expect(throws: DecodingError.self) {
      _ = try JSONDecoder().decode(BindingGraph.self, from: JSONEncoder().encode(graph))
    }
  }

  // `swift package cleansec` read no result of a component that installs a bridge.
  @Test("a reader that needs no C names gets the other declarations")
  func withoutNames() throws {
    let graph = recording(requesting: Int.self) { recorder in
      everything(recorder)
      recorder.declare(handle: "thing", at: .c(1)) { _ in }
    }.graph
    let decoder = JSONDecoder()
    decoder.userInfo = .graphsWithoutGuestNames
    let copy = try decoder.decode(BindingGraph.self, from: JSONEncoder().encode(graph))
    #expect(copy.bindings == graph.bindings)
    #expect(copy.bindings.map(copy.dependencies) == graph.bindings.map(graph.dependencies))
    #expect(copy.cNames.handles == [])
  }

  @Test("the graph survives JSON, and names keys as C does")
  func codable() throws {
    let graph = recording(requesting: TaggedThrowingProvider<ItTag<Double>>.self, everything).graph
    let copy = try graph.written()
    #expect(copy == graph)
    #expect(copy.bindings.map(\.key.cName) == graph.bindings.map(\.key.cName))
    #expect(GraphValidation().diagnostics(of: copy) == GraphValidation().diagnostics(of: graph))
    let keys = graph.bindings.map { "\($0.key) = \($0.key.type) / \($0.key.tag ?? "-")" }
    expectGolden(keys.joined(separator: "\n"), "foreign-keys")
  }

  @Test("the JSON has the members cName and guestNames")
  func members() throws {
    let graph = recording(requesting: Int.self) { recorder in
      recorder.value(CKey(.double, "width"), 1.0)
      recorder.declare(handle: "thing", at: .c(1)) { _ in }
    }.graph
    let text = String(decoding: try JSONEncoder().encode(graph), as: UTF8.self)
    #expect(text.contains(#""cName":"width""#))
    #expect(text.contains(#""guestNames":{"#))
    for member in ["alias", "names"] { #expect(!text.contains("\"\(member)\"")) }
    #expect(graph.cNames.handles.map(\.name) == ["thing"])
  }

  @Test("the graph is the same in each recording, whatever names the process has seen before")
  func stable() throws {
    let first = recording(requesting: TaggedThrowingProvider<ItTag<Double>>.self, everything).graph
    _ = recording(requesting: Int8.self) { recorder in
      for index in 0..<10 { recorder.value(CKey(.point, "stable\(index)"), FakePoint(x: 0, y: 0)) }
    }
    let second = recording(requesting: TaggedThrowingProvider<ItTag<Double>>.self, everything).graph
    #expect(first == second)
    // The numbers of names are not part of the JSON.
    let text = String(decoding: try JSONEncoder().encode(first), as: UTF8.self)
    for part in ["Even", "Odd", "ForeignTag", "Origin", "CStructure"] {
      #expect(!text.contains(part))
    }
  }

  @Test("subcomponents can request C bindings with the same tags")
  func subcomponent() throws {
    let factory = try built(ComponentFactory<Inner>.self) { recorder in
      recorder.swift.install(dependency: Inner.self)
      recorder.function(CKey(.double, "it"), isShared: true) { $0.yield(2.0) }
      recorder.function(CKey(.int8), isContribution: true) { $0.yield(Int8(1)) }
    }
    let inner = factory.build(())
    #expect(inner.area.get() == 2)
    #expect(inner.all == [1, 2])
  }

  @Test("the object graph for legacy code works with C bindings")
  func legacy() throws {
    let recording = Cleanse.Recording(of: Objects.self) { recorder in
      recorder.function(CKey(.pointer("part"), "p")) { $0.yield(8) }
      recorder.function(CKey(.double, "it")) { $0.yield(2.5) }
      recorder.swift.bind(Desk.self).to { (width: TaggedProvider<ItTag<Double>>) in
        Desk(width: width.get())
      }
    }
    #expect(errors(of: recording) == [])
    let graph = try ComponentFactory<Objects>(recording).build(())
    #expect((try graph.objectForClass(Desk.self) as? Desk)?.width == 2.5)
  }

  @Test("ten thousand names are as many keys")
  func names() throws {
    let count = 10_000
    let sum = try built(TaggedProvider<ItTag<Int64>>.self) { recorder in
      for index in 0..<count { recorder.value(CKey(.int64, "n\(index)"), Int64(index)) }
      for start in stride(from: 0, to: count, by: 100) {
        recorder.function(
          CKey(.int64), (start..<start + 100).map { .value(.int64, "n\($0)") }, isContribution: true
        ) { call in call.yield((0..<100).reduce(Int64(0)) { $0 + call.value($1, as: Int64.self) }) }
      }
      recorder.function(CKey(.int64, "it"), [.value(.array(.int64))]) { call in
        call.yield(call.items(0, of: Int64.self).reduce(0, +))
      }
    }
    #expect(sum.get() == Int64(count * (count - 1) / 2))
  }

  @Test("a long chain needs little stack", arguments: [false, true])
  func deep(isThrowing: Bool) throws {
    let length =
      ProcessInfo.processInfo.environment["CLEANSE_TEST_ALL"] == nil ? 10_000 : 100_000
    let recording = recording(requesting: TaggedThrowingProvider<ItTag<Int64>>.self) { recorder in
      recorder.value(CKey(.int64, "d0"), Int64(0))
      for index in 1...length {
        recorder.function(
          CKey(.int64, index == length ? "it" : "d\(index)"), [.value(.int64, "d\(index - 1)")],
          isThrowing: isThrowing, isShared: index.isMultiple(of: 2)
        ) { call in call.yield(call.value(0, as: Int64.self) + 1) }
      }
    }
    let result = Guarded<(Int64?, Int)>((nil, -1))
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let found = errors(of: recording).count
      let factory = try? ComponentFactory<Requesting<TaggedThrowingProvider<ItTag<Int64>>>>(
        recording)
      let value = try? factory?.build(()).value.get()
      result.withLock { $0 = (value, found) }
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    #expect(result.withLock { $0.0 } == Int64(length))
    #expect(result.withLock { $0.1 } == 0)
  }
}

private final class Desk {
  let width: Double

  init(width: Double) {
    self.width = width
  }
}

private struct InnerRoot {
  let area: TaggedProvider<ItTag<Double>>
  let all: [Int8]
}

private enum Inner: Component {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int8.self).intoCollection().to(value: 2)
  }

  static func configureRoot(binder bind: ReceiptBinder<InnerRoot>) -> BindingReceipt<InnerRoot> {
    bind.to(factory: InnerRoot.init)
  }
}

private enum Objects: RootComponent {
  typealias Root = LegacyObjectGraph

  static func configure(binder: Binder<Singleton>) {}
}
