import CleanseTestSupport
import Testing

@testable import Cleanse
@testable import CleanseC
@testable import CleanseGraph

/// A Swift class for a C dial.
private final class Dial: Sendable {
  let pointer: CPointer

  init(_ pointer: CPointer) {
    self.pointer = pointer
  }
}

private enum DialBridge: CBridge {
  static let cName = "dial"
  static func value(of pointer: CPointer) -> Dial { Dial(pointer) }
  static func pointer(to dial: Dial) -> CPointer { dial.pointer }
}

private struct Refused: Error {}

@Suite("Decorators in C")
struct ForeignDecoratorTests {
  private typealias Number = ItTag<Double>

  @Test("wrap what Swift binds, in one order with decorators in Swift")
  func order() throws {
    let number = try built(TaggedProvider<Number>.self) { recorder in
      recorder.function(
        CKey(.double, "it"), [.value(.double, "it")], isDecorator: true, order: 2
      ) { $0.yield($0.value(0, as: Double.self) + 1) }
      recorder.swift.decorate(Double.self).tagged(with: Number.self).ordered(1)
        .to { (number: TaggedProvider<Number>) in number.get() * 3 }
      recorder.function(CKey(.double, "it"), [.value(.double, "it")], isDecorator: true, line: 2) {
        $0.yield($0.value(0, as: Double.self) + 10)
      }
      recorder.swift.bind(Double.self).tagged(with: Number.self).to(value: 2)
    }
    #expect(number.get() == (2 + 10) * 3 + 1)
  }

  @Test("wrap what another plugin overrides")
  func override() throws {
    let number = try built(TaggedProvider<Number>.self) { recorder in
      recorder.function(CKey(.double, "it"), [.value(.double, "it")], isDecorator: true) {
        $0.yield($0.value(0, as: Double.self) + 0.5)
      }
      recorder.swift.bind(Double.self).tagged(with: Number.self).to(value: 1)
      recorder.function(CKey(.double, "it"), override: 0, line: 2) { $0.yield(2.0) }
    }
    #expect(number.get() == 2.5)
  }

  @Test("request what they wrap as a provider")
  func provider() throws {
    let number = try built(TaggedThrowingProvider<Number>.self) { recorder in
      recorder.function(CKey(.double, "it"), [.provider(.double, "it")], isDecorator: true) {
        $0.yield(try $0.request(0, for: Double.self) + $0.request(0, for: Double.self))
      }
      recorder.function(CKey(.double, "it"), line: 2) { $0.yield(4.0) }
    }
    #expect(try number.get() == 8)
  }

  @Test("wrap a Swift type through its bridge")
  func bridge() throws {
    let start = try #require(UnsafeMutableRawPointer(bitPattern: 0x100))
    let dial = Dial(CPointer(start))
    let made = try built(ThrowingProvider<Dial>.self) { recorder in
      recorder.swift.bridge(DialBridge.self)
      recorder.swift.bind(Dial.self).to(value: dial)
      recorder.function(
        CKey(.pointer("dial")), [.value(.pointer("dial"))], isDecorator: true
      ) { $0.yield($0.pointer(0).map { $0 + 0x10 }) }
    }
    #expect(try made.get().pointer.address == start + 0x10)
  }

  @Test("wrap a collection as a whole, to which C and Swift contribute")
  func collection() throws {
    let numbers = try built(ThrowingProvider<[Int8]>.self) { recorder in
      recorder.function(CKey(.int8), isContribution: true) { $0.yield(Int8(1)) }
      recorder.swift.bind(Int8.self).intoCollection().to(value: 2)
      recorder.function(
        CKey(.array(.int8)), [.value(.array(.int8))], isOwned: true, isDecorator: true, line: 2
      ) { $0.yield(FakeArray(Array($0.items(0, of: Int8.self).reversed()))) }
    }
    #expect(try numbers.get() == [2, 1])
  }

  @Test("are shared like what they wrap")
  func shared() throws {
    let calls = Guarded(0)
    let sum = try built(TaggedProvider<ItTag<Int32>>.self) { recorder in
      recorder.function(CKey(.int32), isShared: true) { $0.yield(Int32(1)) }
      recorder.function(CKey(.int32), [.value(.int32)], isDecorator: true, line: 2) {
        calls.withLock { $0 += 1 }
        $0.yield($0.value(0, as: Int32.self) + 1)
      }
      recorder.function(CKey(.int32, "it"), [.value(.int32), .value(.int32)], line: 3) {
        $0.yield($0.value(0, as: Int32.self) + $0.value(1, as: Int32.self))
      }
    }
    #expect(sum.get() == 4)
    #expect(calls.withLock { $0 } == 1)
  }

  @Test("propagate errors of what they wrap")
  func propagation() throws {
    let number = try built(TaggedThrowingProvider<Number>.self) { recorder in
      recorder.function(CKey(.double, "it"), isThrowing: true) { _ in throw Refused() }
      recorder.function(CKey(.double, "it"), [.value(.double, "it")], isDecorator: true, line: 2) {
        $0.yield($0.value(0, as: Double.self))
      }
    }
    #expect(throws: ResolutionError.self) { try number.get() }
  }

  // The path of an error was the same name over and over.
  @Test("are on the path of an error with their lines, as is what they wrap")
  func path() throws {
    let number = try built(TaggedThrowingProvider<Number>.self) { recorder in
      recorder.function(CKey(.double, "it"), [.value(.double, "other")], isThrowing: true) { _ in
        throw Refused()
      }
      recorder.function(CKey(.double, "other"), line: 2) { $0.yield(1.0) }
      for line in 3...4 {
        recorder.function(
          CKey(.double, "it"), [.value(.double, "it")], isDecorator: true, line: line
        ) { $0.yield($0.value(0, as: Double.self)) }
      }
    }
    let error = try #require(throws: ResolutionError.self) { try number.get() }
    let name = try #require(error.path.first?.name)
    #expect(
      error.description.hasSuffix(
        "\n  dependency path: "
          + [4, 3, 1].map { "\(name) at plugin.c:\($0)" }.joined(separator: " → ")))
  }

  // The finding was about the plugin with the provider, whose author can't know what decorates the key.
  @Test("that throw are the finding where an error can't propagate, unless what they wrap throws")
  func throwing() {
    func found(wrappedThrows: Bool) -> [Diagnostic] {
      let recording = recording(
        requesting: TaggedThrowingProvider<ItTag<Int32>>.self,
        (
          "org.example.page",
          { $0.function(CKey(.int32, "page"), isThrowing: wrappedThrows) { $0.yield(Int32(1)) } }
        ),
        (
          "org.example.form",
          {
            $0.function(CKey(.int32, "it"), [.provider(.int32, "page")], line: 2) {
              $0.yield(Int32(1))
            }
          }
        ),
        (
          "org.example.plus",
          {
            for (line, isThrowing) in [(3, true), (4, false)] {
              $0.function(
                CKey(.int32, "page"), [.value(.int32, "page")], isThrowing: isThrowing,
                isDecorator: true, line: line
              ) { $0.yield($0.value(0, as: Int32.self) + 1) }
            }
          }
        ))
      return errors(of: recording)
    }
    let own = found(wrappedThrows: false)
    #expect(own.map(\.provenance?.origin) == ["org.example.plus"])
    expectGolden(own.map(\.description).joined(separator: "\n"), "foreign-decorators-throwing")
    #expect(found(wrappedThrows: true).map(\.provenance?.origin) == ["org.example.form"])
  }

  // The fix was to remove `throws` from a signature that did not have it.
  @Test(
    "of strings, and with a parameter that can fail, throw without `throws`, and the finding says so"
  )
  func hiddenErrors() throws {
    let recording = recording(
      requesting: Provider<Int64>.self,
      (
        "org.example.swift",
        { recorder in
          recorder.swift.bind(String.self).tagged(with: ItTag<String>.self).to(value: "north")
          recorder.swift.bind([Double].self).tagged(with: OtherTag<[Double]>.self).to(value: [1])
          recorder.swift.bind(Int8.self).to(value: 1)
          recorder.swift.bind(Int16.self).to(value: 1)
          recorder.swift.bind(Int64.self).to {
            (
              _: TaggedProvider<ItTag<String>>, _: TaggedProvider<OtherTag<[Double]>>,
              _: Provider<Int8>, _: Provider<Int16>
            ) in 1
          }
        }
      ),
      (
        "org.example.c",
        { recorder in
          recorder.function(
            CKey(.string, "it"), [.value(.string, "it")], name: "louder", isOwned: true,
            isDecorator: true
          ) { _ in }
          recorder.function(
            CKey(.array(.double), "other"), [.value(.array(.double), "other")], isThrowing: true,
            isDecorator: true, line: 2
          ) { _ in }
          recorder.function(
            CKey(.int8), [.value(.int8), .value(.string, "it", isBorrowed: true)], name: "string",
            isThrowing: true, isDecorator: true, line: 3
          ) { _ in }
          recorder.function(
            CKey(.int16), [.provider(.int16)], isDecorator: true, line: 4
          ) { _ in }
        }
      ))
    let found = errors(of: recording)
    #expect(found.map(\.code) == Array(repeating: .unhandledError, count: 4))
    expectGolden(found.map(\.description).joined(separator: "\n"), "foreign-decorators-hidden")
  }

  @Test("are in the graph and in its JSON, with their order and what they wrap")
  func graph() throws {
    let graph = recording(requesting: TaggedProvider<Number>.self) { recorder in
      recorder.function(
        CKey(.double, "it"), [.value(.double, "it")], isDecorator: true, order: 3
      ) { $0.yield($0.value(0, as: Double.self)) }
      recorder.function(CKey(.double, "it"), line: 2) { $0.yield(1.0) }
    }.graph
    let decorator = try #require(graph.bindings.first { $0.kind == .decorator })
    #expect(decorator.order == 3)
    #expect(decorator.override == nil)
    #expect(decorator.signature == "double make(double @it) @it")
    let wrapped = graph.bindings(answering: RequestIndex(0), of: decorator)
    #expect(wrapped.map(\.location?.line) == [2])
    #expect(graph.bindings(answering: decorator.key).map(\.id) == [decorator.id])
    #expect(try graph.written() == graph)
  }

  @Test("without a target, and where an error can't propagate, are findings written for C")
  func findings() {
    let recording = recording(requesting: Int8.self) { recorder in
      recorder.function(CKey(.int8)) { $0.yield(Int8(1)) }
      recorder.function(
        CKey(.double, "lable"), [.value(.double, "lable")], isDecorator: true, line: 2
      ) { $0.yield($0.value(0, as: Double.self)) }
      recorder.function(CKey(.double, "label"), line: 3) { $0.yield(1.0) }
      recorder.function(
        CKey(.string, "text"), [.provider(.string, "text")], isDecorator: true, line: 4
      ) { $0.yield(text: "t") }
      recorder.function(CKey(.string, "text"), line: 5) { $0.yield(text: "t") }
    }
    let found = errors(of: recording)
    #expect(found.map(\.code) == [.missingBinding, .unhandledError])
    expectGolden(found.map(\.description).joined(separator: "\n"), "foreign-decorators")
  }
}
