import CleanseTestSupport
import Glibc
import Testing

@testable import Cleanse
@testable import CleanseC
@testable import CleanseGraph

@Suite("Collections that C requests element by element")
struct ForeignElementsTests {
  @Test("the elements are in the collection's order, and a failing one does not affect the others")
  func failing() throws {
    let texts = Guarded<[String]>([])
    let count = try built(TaggedThrowingProvider<OtherTag<Int32>>.self) { recorder in
      let numbers = CKey(.int32, "it")
      recorder.function(numbers, isContribution: true, order: 2) { $0.yield(Int32(5)) }
      recorder.function(numbers, name: "broken", isThrowing: true, isContribution: true) { _ in
        throw FakeCallback.Failed(description: "no numbers today")
      }
      recorder.function(
        CKey(.array(.int32), "it"), isOwned: true, isContribution: true, order: 1
      ) {
        $0.yield(FakeArray([Int32(3), 4]))
      }
      recorder.function(
        CKey(.array(.int32), "it"), name: "none", isThrowing: true, isContribution: true, order: 1
      ) { _ in throw FakeCallback.Failed(description: "no array") }
      recorder.value(numbers, Int32(2), isContribution: true)
      recorder.swift.bind(Int32.self).intoCollection().tagged(with: ItTag<[Int32]>.self)
        .ordered(-1).to { 1 }
      recorder.function(CKey(.int32, "other"), [.elements(.int32, "it")]) { call in
        let elements = call.elements(0)
        texts.withLock { $0 = elements.map { text(of: $0, as: Int32.self) } }
        call.yield(Int32(elements.count))
      }
    }
    #expect(try count.get() == 7)
    let all = texts.withLock { $0 }
    #expect(
      all.map { $0.contains("no ") ? "failed" : $0 } == [
        "1", "failed", "2", "3", "4", "failed", "5",
      ])
    expectGolden(all.joined(separator: "\n"), "foreign-elements")
  }

  @Test("each element is created when its provider is called, unshared or shared")
  func lazily() throws {
    let made = Guarded<Int32>(0)
    let seen = try built(TaggedThrowingProvider<OtherTag<Int32>>.self) { recorder in
      for isShared in [false, true] {
        recorder.function(CKey(.int32), isShared: isShared, isContribution: true) { call in
          call.yield(
            made.withLock { made -> Int32 in
              made += 1
              return made
            })
        }
      }
      recorder.function(CKey(.int32, "other"), [.elements(.int32)]) { call in
        guard made.withLock({ $0 }) == 0 else { return call.yield(Int32(-1)) }
        let numbers = try call.elements(0).flatMap { element in
          try (0..<2).map { _ in try FakeCallback.call(element, for: Int32.self) }
        }
        call.yield(numbers == [1, 2, 3, 3] ? Int32(1) : 0)
      }
    }
    #expect(try seen.get() == 1)
  }

  @Test("providers of elements return strings in memory that the caller frees")
  func strings() throws {
    let all = try built(TaggedThrowingProvider<ItTag<String>>.self) { recorder in
      recorder.function(CKey(.string), isContribution: true) { $0.yield(text: "a") }
      recorder.function(CKey(.string), isContribution: true) { $0.yield(0) }
      recorder.swift.bind(String.self).intoCollection().to { ["b", "c\0", "d"] }
      recorder.function(CKey(.string, "it"), [.elements(.string)], isOwned: true) { call in
        let texts = call.elements(0).map { element -> String in
          guard
            let text = try? FakeCallback.call(element, for: UnsafeMutablePointer<CChar>.self)
          else { return "-" }
          defer { free(text) }
          return String(cString: text)
        }
        call.yield(strdup(texts.joined()))
      }
    }
    #expect(try all.get() == "a-b-d")
  }

  @Test("the collection and its handles live as long as the handle made from them")
  func lifetime() throws {
    let ends = Guarded<[Int]>([])
    let held = Guarded<[Int]>([])
    let made = Guarded(0)
    var owner: Requested<TaggedThrowingProvider<ItTag<CPointer>>>? = try root(
      TaggedThrowingProvider<ItTag<CPointer>>.self
    ) { recorder in
      for name in ["tooth", "wheel"] {
        recorder.declare(handle: name, at: .c(1)) { pointer in
          ends.withLock { $0.append(Int(bitPattern: pointer)) }
        }
      }
      recorder.function(CKey(.pointer("tooth")), isContribution: true) { call in
        call.yield(
          made.withLock { made -> Int in
            made += 8
            return made
          })
      }
      recorder.function(
        CKey(.pointer("wheel"), "it"), [.elements(.pointer("tooth"))], isShared: true
      ) { call in
        let elements = call.elements(0).map { Int(bitPattern: $0) }
        held.withLock { $0 = elements }
        call.yield(800)
      }
    }
    var wheel = try owner?.value.get()
    let tooth = UnsafeMutableRawPointer(bitPattern: try #require(held.withLock { $0.first }))
    #expect(try FakeCallback.call(tooth, for: Int.self) == 8)
    owner = nil
    // Unlike a provider that was requested on its own, it is not bound to the component instance.
    #expect(try FakeCallback.call(tooth, for: Int.self) == 16)
    #expect(ends.withLock { $0 } == [])
    withExtendedLifetime(wheel) {}
    wheel = nil
    #expect(ends.withLock { $0 }.first == 800)
    #expect(ends.withLock { $0 }.sorted() == [8, 16, 800])
    #expect(throws: FakeCallback.Gone.self) { _ = try FakeCallback.call(tooth, for: Int.self) }
  }

  @Test("the collection lives until the function returns if no handle is made")
  func borrowed() throws {
    let held = Guarded(0)
    let owner = try root(TaggedThrowingProvider<ItTag<Int32>>.self) { recorder in
      recorder.function(CKey(.int32), isContribution: true) { $0.yield(Int32(7)) }
      recorder.function(CKey(.int32, "it"), [.elements(.int32)]) { call in
        let element = call.elements(0).first ?? nil
        held.withLock { $0 = Int(bitPattern: element) }
        call.yield(try FakeCallback.call(element, for: Int32.self))
      }
    }
    #expect(try owner.value.get() == 7)
    #expect(throws: FakeCallback.Gone.self) {
      _ = try FakeCallback.call(
        UnsafeMutableRawPointer(bitPattern: held.withLock { $0 }), for: Int32.self)
    }
  }

  @Test("an element can depend on a provider of its requester, to call it later")
  func cycle() throws {
    let early = Guarded<[String]>([])
    let back = Guarded(0)
    let ends = Guarded<[String]>([])
    var owner: Requested<ThrowingProvider<Engine>>? = try root(ThrowingProvider<Engine>.self) {
      recorder in
      recorder.swift.bridge(EngineBridge.self)
      for name in ["engine", "valve"] {
        recorder.declare(handle: name, at: .c(1)) { _ in ends.withLock { $0.append(name) } }
      }
      recorder.function(CKey(.int32, "power"), [.value(.pointer("engine"))], line: 4) { call in
        call.yield(Int32(call.value(0, as: Int.self)))
      }
      let power = CParameter.provider(.int32, "power", isThrowing: true)
      recorder.function(CKey(.pointer("valve")), [power], isContribution: true) { call in
        let address = Int(bitPattern: call.pointer(0))
        back.withLock { $0 = address }
        call.yield(16)
      }
      recorder.function(
        CKey(.pointer("valve")), [power], name: "hasty", isContribution: true, order: 1, line: 2
      ) { call in
        call.yield(Int(try call.request(0, for: Int32.self)))
      }
      recorder.function(
        CKey(.pointer("engine")), [.elements(.pointer("valve"))], isShared: true, line: 3
      ) { call in
        var texts = call.elements(0).map { text(of: $0, as: Int.self) }
        let power = UnsafeMutableRawPointer(bitPattern: back.withLock { $0 })
        texts.append(text(of: power, as: Int32.self))
        early.withLock { [texts] in $0 = texts }
        call.yield(8)
      }
    }
    var engine = try owner?.value.get()
    expectGolden(early.withLock { $0 }.joined(separator: "\n"), "foreign-elements-early")
    let power = UnsafeMutableRawPointer(bitPattern: back.withLock { $0 })
    #expect(try FakeCallback.call(power, for: Int32.self) == 8)
    owner = nil
    #expect(ends.withLock { $0 } == [])
    withExtendedLifetime(engine) {}
    engine = nil
    #expect(ends.withLock { $0 } == ["engine", "valve"])
  }

  @Test("a contribution that needs its requester immediately is a cycle")
  func immediateCycle() throws {
    let recording = recording(requesting: TaggedThrowingProvider<ItTag<Int32>>.self) { recorder in
      recorder.function(CKey(.int32), [.value(.int32, "it")], isContribution: true) {
        $0.yield(Int32(1))
      }
      recorder.function(CKey(.int32, "it"), [.elements(.int32)]) { $0.yield(Int32(1)) }
    }
    #expect(errors(of: recording).map(\.code) == [.dependencyCycle])
  }

  @Test("a bridge converts elements from C and from Swift to pointers")
  func bridged() throws {
    let sum = try built(TaggedThrowingProvider<ItTag<Int32>>.self) { recorder in
      recorder.swift.bridge(EngineBridge.self)
      recorder.swift.bind(Engine.self).intoCollection().to { () throws -> Engine in
        guard let pointer = UnsafeMutableRawPointer(bitPattern: 400) else {
          throw CBridgeError("a pointer to nowhere")
        }
        return Engine(pointer: CPointer(pointer))
      }
      recorder.function(CKey(.pointer("engine")), isContribution: true) { $0.yield(24) }
      recorder.function(CKey(.pointer("engine")), isContribution: true) { $0.yield(0) }
      recorder.function(CKey(.int32, "it"), [.elements(.pointer("engine"))]) { call in
        let engines = call.elements(0).map { (try? FakeCallback.call($0, for: Int.self)) ?? 1 }
        call.yield(Int32(engines.reduce(0, +)))
      }
    }
    #expect(try sum.get() == 425)
  }

  @Test("in a subcomponent, the ancestors' contributions come first")
  func ancestors() throws {
    let factory = try built(ComponentFactory<Inner>.self) { recorder in
      recorder.swift.install(dependency: Inner.self)
      recorder.function(CKey(.int8), isContribution: true, order: 5) { $0.yield(Int8(1)) }
    }
    #expect(try factory.build(()).sum.get() == 12)
  }

  @Test("a declared collection without contributions is empty")
  func empty() throws {
    let count = try built(TaggedThrowingProvider<ItTag<Int32>>.self) { recorder in
      recorder.declare(CKey(.array(.double), "none"), isCollection: true, at: .c(1))
      recorder.function(CKey(.int32, "it"), [.elements(.double, "none")]) { call in
        call.yield(Int32(call.elements(0).count))
      }
    }
    #expect(try count.get() == 0)
  }

  @Test(
    "an override of the whole, or providers that Swift binds as such, are used if there are any")
  func others() throws {
    let sums = try built(Sums.self) { recorder in
      recorder.swift.bind(Sums.self).to(factory: Sums.init)
      recorder.function(CKey(.int8), isContribution: true) { $0.yield(Int8(100)) }
      recorder.function(CKey(.array(.int8)), isOwned: true, override: 0) {
        $0.yield(FakeArray([Int8(1), 2]))
      }
      recorder.swift.bind([ThrowingProvider<Int16>].self).to {
        [ThrowingProvider(getter: { 3 }), ThrowingProvider(getter: { 4 })]
      }
      recorder.function(CKey(.int8, "it"), [.elements(.int8)]) { call in
        call.yield(
          try call.elements(0).reduce(Int8(0)) { try $0 + FakeCallback.call($1, for: Int8.self) })
      }
      recorder.function(CKey(.int16, "other"), [.elements(.int16)]) { call in
        call.yield(
          try call.elements(0).reduce(Int16(0)) { try $0 + FakeCallback.call($1, for: Int16.self) })
      }
    }
    #expect(try sums.small.get() == 3 && sums.large.get() == 7)
  }

  @Test("a missing, mistyped or asynchronous collection is a finding")
  func findings() throws {
    let recording = recording(requesting: TaggedThrowingProvider<ItTag<Int32>>.self) { recorder in
      recorder.function(CKey(.double, "weights"), isContribution: true, line: 2) { $0.yield(1.0) }
      recorder.swift.bind(Int64.self).intoCollection().to { () async -> Int64 in 1 }
      recorder.function(
        CKey(.int32, "it"),
        [
          .elements(.double, "weigths"), .elements(.float, "weights"),
          .elements(.pointer("source")), .elements(.int64),
        ]
      ) { $0.yield(Int32(1)) }
    }
    let found = errors(of: recording)
    #expect(
      found.map(\.code) == [
        .missingBinding, .missingBinding, .missingBinding, .cTypeConflict,
        .unawaitedBinding,
      ])
    // The last finding has a line of this file.
    expectGolden(
      found.dropLast().map(\.description).joined(separator: "\n"), "foreign-elements-findings")
    #expect(!isLinked(recording, requesting: TaggedThrowingProvider<ItTag<Int32>>.self))
  }

  @Test("the graph shows the request with its own form, and its factory as throwing")
  func request() throws {
    let recording = recording(requesting: TaggedThrowingProvider<ItTag<Int32>>.self) { recorder in
      recorder.declare(CKey(.array(.double), "weights"), isCollection: true, at: .c(1))
      recorder.declare(CKey(.array(.int8)), isCollection: true, at: .c(1))
      recorder.function(
        CKey(.int32, "it"), [.elements(.double, "weights"), .elements(.int8)]
      ) { $0.yield(Int32(1)) }
    }
    let binding = try #require(recording.graph.bindings.last { $0.signature != nil })
    #expect(binding.requests.map(\.form) == [.throwingElements, .throwingElements])
    #expect(binding.requests.map(\.key.typeName) == ["[Double]", "[Int8]"])
    #expect(binding.requests.map(\.key.cName) == ["weights", nil])
    #expect(
      binding.requests[1].alternatives.first?.key.typeName == "[Cleanse.ThrowingProvider<Int8>]")
    #expect(binding.effect == .throwing)
    #expect(
      binding.signature
        == "int32 make(double (*[])() throws @weights, int8 (*[])() throws) @it")
  }
}

/// The value of an element, or its error, as text.
private func text<Value: BitwiseCopyable>(
  of element: UnsafeMutableRawPointer?, as type: Value.Type
) -> String {
  do { return "\(try FakeCallback.call(element, for: type))" } catch { return "\(error)" }
}

extension FakeCall {
  /// The providers of a collection that was requested element by element.
  fileprivate func elements(_ index: Int) -> [UnsafeMutableRawPointer?] { items(index) }
}

extension CParameter {
  fileprivate static func elements(_ type: CType, _ name: String? = nil) -> Self {
    Self(key: CKey(.array(type), name), form: .throwingElements)
  }
}

/// The Swift class for `engine *`.
private final class Engine: Sendable {
  let pointer: CPointer

  init(pointer: CPointer) {
    self.pointer = pointer
  }
}

private enum EngineBridge: CBridge {
  static let cName = "engine"
  static func value(of pointer: CPointer) -> Engine { Engine(pointer: pointer) }
  static func pointer(to engine: Engine) -> CPointer { engine.pointer }
}

private struct Sums {
  let small: TaggedThrowingProvider<ItTag<Int8>>
  let large: TaggedThrowingProvider<OtherTag<Int16>>
}

private struct InnerRoot {
  let sum: TaggedThrowingProvider<ItTag<Int32>>
}

private enum Inner: Component {
  static func configure(binder: Binder<Unscoped>) {
    binder.bind(Int8.self).intoCollection().to { 2 }
    binder.recorder.function(CKey(.int32, "it"), [.elements(.int8)]) { call in
      let digits = try call.elements(0).map { try FakeCallback.call($0, for: Int8.self) }
      call.yield(digits.reduce(Int32(0)) { $0 * 10 + Int32($1) })
    }
  }

  static func configureRoot(binder bind: ReceiptBinder<InnerRoot>) -> BindingReceipt<InnerRoot> {
    bind.to(factory: InnerRoot.init)
  }
}
