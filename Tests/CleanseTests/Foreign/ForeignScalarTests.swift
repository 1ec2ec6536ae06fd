import Testing

@testable import Cleanse
@testable import CleanseC
@testable import CleanseGraph

/// A scalar that C requests can be known before any call, or computed without a component instance.
@Suite("Scalars that C requests")
struct ForeignScalarTests {
  @Test("scalars reach their parameters, constant or computed, whatever their types")
  func parameters() throws {
    let made = Guarded<Int16>(0)
    let provider = try built(TaggedProvider<ItTag<Double>>.self) { recorder in
      recorder.swift.bind(Int8.self).to(value: 1)
      recorder.swift.bind(Int16.self).to { () -> Int16 in
        made.withLock { made in
          made += 1
          return made
        }
      }
      recorder.value(CKey(.float), Float(0.5))
      recorder.function(CKey(.double), isShared: true) { $0.yield(0.25) }
      recorder.swift.bind(Bool.self).tagged(with: OtherTag<Bool>.self).to(value: true)
      recorder.function(
        CKey(.double, "it"),
        [
          .value(.int16), .value(.int8), .value(.float), .value(.double), .value(.bool, "other"),
          .value(.int16), .value(.int8),
        ]
      ) { call in
        let numbers = [Double(call.value(0, as: Int16.self)), Double(call.value(1, as: Int8.self))]
        let fractions = [Double(call.value(2, as: Float.self)), call.value(3, as: Double.self)]
        let last = [Double(call.value(5, as: Int16.self)), Double(call.value(6, as: Int8.self))]
        let all = numbers + fractions + [call.value(4, as: Bool.self) ? 3 : 0] + last
        call.yield(all.reduce(0) { $0 * 8 + $1 })
      }
    }
    func digest(_ first: Double, _ second: Double) -> Double {
      [first, 1, 0.5, 0.25, 3, second, 1].reduce(0) { $0 * 8 + $1 }
    }
    #expect(provider.get() == digest(1, 2))
    #expect(provider.get() == digest(3, 4))
  }

  @Test("an override's scalar is used, not the replaced one")
  func overridden() throws {
    let provider = try built(TaggedThrowingProvider<ItTag<Int32>>.self) { recorder in
      recorder.swift.bind(Int32.self).to(value: 1)
      recorder.function(CKey(.int32), override: 0) { $0.yield(Int32(2)) }
      recorder.swift.bind(Int8.self).to { 1 }
      recorder.function(CKey(.int32, "sum"), [.value(.int32)]) { call in
        call.yield(call.value(0, as: Int32.self))
      }
      recorder.function(
        CKey(.int32, "it"), [.value(.int32, "sum"), .provider(.int32), .provider(.int8)]
      ) { call in
        call.yield(
          try call.value(0, as: Int32.self) * 100 + call.request(1, for: Int32.self) * 10
            + Int32(call.request(2, for: Int8.self)))
      }
    }
    #expect(try provider.get() == 221)
  }

  @Test("each component instance has its own scalars if a dependency on the path is its own")
  func instances() throws {
    let made = Guarded<Int32>(0)
    let recording = recording(requesting: TaggedThrowingProvider<ItTag<Int32>>.self) { recorder in
      recorder.function(CKey(.int32, "shared"), isShared: true) { call in
        call.yield(
          made.withLock { made -> Int32 in
            made += 1
            return made
          })
      }
      // Two bindings away, and through a provider.
      recorder.function(CKey(.int32, "near"), [.value(.int32, "shared")]) { call in
        call.yield(call.value(0, as: Int32.self))
      }
      recorder.function(CKey(.int32, "far"), [.value(.int32, "near")]) { call in
        call.yield(call.value(0, as: Int32.self))
      }
      recorder.swift.bind(Int32.self).to { (near: TaggedProvider<NearTag>) in near.get() }
      recorder.function(
        CKey(.int32, "it"), [.provider(.int32, "far"), .provider(.int32), .value(.int32, "far")]
      ) { call in
        call.yield(
          try call.request(0, for: Int32.self) * 100 + call.request(1, for: Int32.self) * 10
            + call.value(2, as: Int32.self))
      }
    }
    let factory = try ComponentFactory<Requesting<TaggedThrowingProvider<ItTag<Int32>>>>(recording)
    let (first, second) = (factory.build(()), factory.build(()))
    #expect(try first.value.get() == 111)
    #expect(try second.value.get() == 222)
    #expect(try first.value.get() == 111)
  }

  @Test("a subcomponent gets its ancestors' scalars")
  func levels() throws {
    let parent = try root(ComponentFactory<InnerScalars>.self) { recorder in
      recorder.swift.install(dependency: InnerScalars.self)
      recorder.swift.bind(Int32.self).to(value: 5)
      recorder.swift.bind(Int16.self).to { 3 }
      recorder.function(CKey(.int8), isShared: true) { $0.yield(Int8(1)) }
    }
    let inner = parent.value.build(7)
    #expect(try inner.number.get() == 53_157)
  }

  @Test("C handles can request scalars after the graph is gone")
  func outliving() throws {
    let held = Guarded<[Int]>([])
    var owner: Requested<TaggedThrowingProvider<ItTag<CPointer>>>? = try root(
      TaggedThrowingProvider<ItTag<CPointer>>.self
    ) { recorder in
      recorder.swift.bind(Int32.self).to(value: 12)
      recorder.swift.bind(Int8.self).to { 3 }
      recorder.function(CKey(.pointer("part"), "it"), [.provider(.int32), .provider(.int8)]) {
        call in
        let addresses = [Int(bitPattern: call.pointer(0)), Int(bitPattern: call.pointer(1))]
        held.withLock { $0 = addresses }
        call.yield(8)
      }
    }
    var part = try owner?.value.get()
    owner = nil
    let addresses = held.withLock { $0 }.map { UnsafeMutableRawPointer(bitPattern: $0) }
    #expect(try FakeCallback.call(addresses[0], for: Int32.self) == 12)
    #expect(try FakeCallback.call(addresses[1], for: Int8.self) == 3)
    withExtendedLifetime(part) {}
    part = nil
    for address in addresses {
      #expect(throws: FakeCallback.Gone.self) { _ = try FakeCallback.call(address, for: Int8.self) }
    }
  }
}

private enum NearTag: Cleanse.Tag {
  typealias Element = Int32
  static var name: String { "near" }
}

/// Requests in C what an ancestor binds, and its own seed.
private enum InnerScalars: Component {
  typealias Seed = Int64

  static func configure(binder: Binder<Unscoped>) {
    binder.recorder.function(
      CKey(.int32, "it"),
      [
        .value(.int32), .provider(.int16), .provider(.int8), .provider(.int32), .value(.int64),
      ]
    ) { call in
      let digits = [
        call.value(0, as: Int32.self), Int32(try call.request(1, for: Int16.self)),
        Int32(try call.request(2, for: Int8.self)), try call.request(3, for: Int32.self),
        Int32(call.value(4, as: Int64.self)),
      ]
      call.yield(digits.reduce(0) { $0 * 10 + $1 })
    }
  }

  static func configureRoot(
    binder bind: ReceiptBinder<InnerRoot>
  ) -> BindingReceipt<InnerRoot> {
    bind.to(factory: InnerRoot.init)
  }
}

private struct InnerRoot {
  let number: TaggedThrowingProvider<ItTag<Int32>>
}
