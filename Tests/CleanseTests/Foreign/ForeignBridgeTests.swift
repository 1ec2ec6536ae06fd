import CleanseTestSupport
import Testing

@testable import Cleanse
@testable import CleanseC
@testable import CleanseGraph

/// A Swift class for a C counter.
private final class Counter: Sendable {
  let pointer: CPointer

  init(pointer: CPointer) {
    self.pointer = pointer
  }
}

private enum CounterBridge: CBridge {
  static let cName = "counter"
  static func value(of pointer: CPointer) throws -> Counter {
    guard pointer.address != UnsafeMutableRawPointer(bitPattern: 0xbad) else {
      throw CBridgeError("that is no counter")
    }
    return Counter(pointer: pointer)
  }
  static func pointer(to counter: Counter) throws -> CPointer {
    guard counter.pointer.address != UnsafeMutableRawPointer(bitPattern: 0xdead) else {
      throw CBridgeError("that counter stays here")
    }
    return counter.pointer
  }
}

private protocol Shape: Sendable {
  var corners: Int { get }
}

private struct ForeignShape: Shape {
  let pointer: CPointer
  var corners: Int { Int(bitPattern: pointer.address) }
}

private struct Square: Shape {
  var corners: Int { 4 }
}

/// Converts from C to Swift only.
private enum ShapeBridge: CBridge {
  static let cName = "shape"
  static func value(of pointer: CPointer) -> any Shape { ForeignShape(pointer: pointer) }
}

@Suite("Bridges between Swift and C")
struct ForeignBridgeTests {
  private let it: CType = .pointer("counter")

  private func counter(_ number: Int) -> Counter {
    guard let address = UnsafeMutableRawPointer(bitPattern: number) else {
      preconditionFailure("A pointer to nowhere")
    }
    return Counter(pointer: CPointer(address))
  }

  @Test("a bridge converts a C pointer to a Swift class and back, with and without tags")
  func directions() throws {
    let destroyed = Guarded(0)
    var counter: Counter? = try built(ThrowingProvider<Counter>.self) { recorder in
      recorder.swift.bridge(CounterBridge.self)
      recorder.swift.bridge(CounterBridge.self)
      recorder.declare(handle: "counter", at: .c(1)) { _ in destroyed.withLock { $0 += 1 } }
      recorder.function(CKey(it)) { $0.yield(16) }
    }.get()
    #expect(counter?.pointer.address == UnsafeMutableRawPointer(bitPattern: 16))
    #expect(destroyed.withLock { $0 } == 0)
    counter = nil
    #expect(destroyed.withLock { $0 } == 1)

    let number = try built(TaggedThrowingProvider<ItTag<UInt64>>.self) { recorder in
      recorder.swift.bridge(CounterBridge.self)
      recorder.swift.bind(Counter.self).to(value: self.counter(32))
      recorder.swift.bind(Counter.self).tagged(with: OtherTag<Counter>.self).to(
        value: self.counter(1))
      recorder.function(
        CKey(.uint64, "it"),
        [.value(it), .optional(it, "other"), .provider(it, isThrowing: true)]
      ) { call in
        call.yield(
          try call.value(0, as: UInt64.self) + call.value(1, as: UInt64.self)
            + call.request(2, for: UInt64.self))
      }
    }
    #expect(try number.get() == 65)
  }

  @Test("a bridge merges the collections of both languages")
  func collections() throws {
    let shapes = try built(ThrowingProvider<[any Shape]>.self) { recorder in
      recorder.swift.bridge(ShapeBridge.self)
      recorder.swift.bind((any Shape).self).intoCollection().to { Square() }
      recorder.function(CKey(.pointer("shape")), isContribution: true, order: 1) { $0.yield(3) }
      recorder.function(
        CKey(.array(.pointer("shape"))), isOwned: true, isContribution: true, order: 2
      ) { $0.yield(FakeArray([5, 6])) }
    }
    #expect(try shapes.get().map(\.corners) == [4, 3, 5, 6])
  }

  @Test("values that can't cross are reported with function and plugin")
  func refusals() throws {
    let cases: [(Recorder) -> Void] = [
      // The bridge has no conversion from Swift to C.
      { recorder in
        recorder.swift.bridge(ShapeBridge.self)
        recorder.swift.bind((any Shape).self).to { Square() }
        recorder.function(CKey(.uint64, "it"), [.value(.pointer("shape"))], name: "corners") {
          $0.yield(0)
        }
      },
      // The conversion to C fails.
      { recorder in
        recorder.swift.bridge(CounterBridge.self)
        recorder.swift.bind(Counter.self).to(value: self.counter(0xdead))
        recorder.function(CKey(.uint64, "it"), [.value(it)], name: "count") { $0.yield(0) }
      },
      // The conversion to Swift fails.
      { recorder in
        recorder.swift.bridge(CounterBridge.self)
        recorder.function(CKey(it), name: "bad") { $0.yield(0xbad) }
        recorder.swift.bind(UInt64.self).tagged(with: ItTag<UInt64>.self).to { (_: Counter) in 1 }
      },
    ]
    var messages: [String] = []
    for configure in cases {
      let provider = try built(TaggedThrowingProvider<ItTag<UInt64>>.self, configure)
      let error = #expect(throws: ResolutionError.self) { try provider.get() }
      #expect((error?.underlying as? CFunctionError)?.origin == "org.example.c")
      messages.append(error?.description ?? "")
    }
    expectGolden(messages.joined(separator: "\n"), "foreign-bridge-errors")
  }

  @Test("a bridge that rejects a C value fails on request, and never traps")
  func values() throws {
    let provider = try built(ThrowingProvider<Counter>.self) { recorder in
      recorder.swift.bridge(CounterBridge.self)
      recorder.value(CKey(it), 0xbad)
    }
    #expect(throws: ResolutionError.self) { try provider.get() }
    let good = try built(ThrowingProvider<Counter>.self) { recorder in
      recorder.swift.bridge(CounterBridge.self)
      recorder.value(CKey(it), 8)
    }
    #expect(try good.get().pointer.address == UnsafeMutableRawPointer(bitPattern: 8))
  }

  @Test("a pointer without an installed bridge is a key of its own")
  func absent() throws {
    let recording = recording(requesting: ThrowingProvider<Counter>.self) { recorder in
      recorder.function(CKey(it)) { $0.yield(16) }
    }
    #expect(errors(of: recording).map(\.code) == [.missingBinding])
  }
}
