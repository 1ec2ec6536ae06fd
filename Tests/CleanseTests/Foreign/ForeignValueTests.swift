import Glibc
import Testing

@testable import Cleanse
@testable import CleanseC
@testable import CleanseGraph

@Suite("C values")
struct ForeignValueTests {
  @Test("every scalar passes from Swift to C and back, with and without a tag")
  func scalars() throws {
    try check(.bool, [true, false])
    try check(.int8, [Int8.min, -1, .max])
    try check(.int16, [Int16.min, -1, .max])
    try check(.int32, [Int32.min, -1, .max])
    try check(.int64, [Int64.min, -1, .max])
    try check(.uint8, [UInt8.min, 200, .max])
    try check(.uint16, [UInt16.min, 40_000, .max])
    try check(.uint32, [UInt32.min, 3_000_000_000, .max])
    try check(.uint64, [UInt64.min, 1 << 63, .max])
    try check(.float, [Float.zero, -1.5, .infinity])
    try check(.double, [Double.zero, -1.5, .greatestFiniteMagnitude])
  }

  private func check<Value: BitwiseCopyable & Equatable & Sendable>(
    _ type: CType, _ values: [Value], sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    for value in values {
      // C binds, Swift requests.
      let tagged = try built(TaggedProvider<ItTag<Value>>.self) { recorder in
        recorder.function(CKey(type, "it")) { $0.yield(value) }
      }
      #expect(tagged.get() == value, sourceLocation: sourceLocation)
      let untagged = try built(Value.self) { recorder in
        recorder.value(CKey(type), value)
      }
      #expect(untagged == value, sourceLocation: sourceLocation)
      // Swift binds, C requests and passes on, with the fast call and with the general one.
      for isThrowing in [true, false] {
        let both = try built(ThrowingProvider<Value>.self) { recorder in
          recorder.swift.bind(Value.self).tagged(with: ItTag<Value>.self).to(value: value)
          recorder.function(CKey(type), [.value(type, "it")], isThrowing: isThrowing) { call in
            call.yield(call.value(0, as: Value.self))
          }
        }
        #expect(try both.get() == value, sourceLocation: sourceLocation)
        let plain = try built(TaggedThrowingProvider<ItTag<Value>>.self) { recorder in
          recorder.swift.bind(Value.self).to(value: value)
          recorder.function(CKey(type, "it"), [.value(type)], isThrowing: isThrowing) { call in
            call.yield(call.value(0, as: Value.self))
          }
        }
        #expect(try plain.get() == value, sourceLocation: sourceLocation)
      }
    }
  }

  @Test("a Boolean is true if it is not zero")
  func truth() throws {
    let provider = try built(TaggedProvider<ItTag<Bool>>.self) { recorder in
      recorder.function(CKey(.bool, "it"), [.value(.bool, "raw")]) {
        $0.yield($0.value(0, as: UInt8.self))
      }
      recorder.value(CKey(.bool, "raw"), UInt8(7))
    }
    #expect(provider.get())
    let array = try built(ThrowingProvider<[Bool]>.self) { recorder in
      recorder.function(CKey(.array(.bool)), isOwned: true) { $0.yield(FakeArray([UInt8(2), 0])) }
    }
    #expect(try array.get() == [true, false])
  }

  @Test("all parameters from C to C keep their order", arguments: [0, 1, 23, 24, 25, 127])
  func many(count: Int) throws {
    let sum = try built(TaggedProvider<ItTag<Int64>>.self) { recorder in
      for index in 0..<count {
        recorder.value(CKey(index.isMultiple(of: 2) ? .int8 : .double, "p\(index)"), index)
      }
      recorder.function(
        CKey(.int64, "it"),
        (0..<count).map { .value($0.isMultiple(of: 2) ? .int8 : .double, "p\($0)") }
      ) { call in
        for index in 0..<count {
          let isRight =
            index.isMultiple(of: 2)
            ? call.value(index, as: Int8.self) == index
            : call.value(index, as: Int.self) == index
          if !isRight { throw FakeCallback.Failed(description: "\(index)") }
        }
        call.yield(Int64(count))
      }
    }
    #expect(sum.get() == Int64(count))
  }

  @Test("strings, bytes, arrays and structures cross as copies")
  func composed() throws {
    let strings = try built(ThrowingProvider<String>.self) { recorder in
      recorder.swift.bind(String.self).tagged(with: ItTag<String>.self).to(value: "Grüße")
      recorder.function(
        CKey(.string), [.value(.string, "it"), .value(.string, "it", isBorrowed: true)],
        isOwned: true
      ) { call in
        call.yield(strdup(call.text(0) + call.text(1)))
      }
    }
    #expect(try strings.get() == "GrüßeGrüße")
    let bytes = try built(ThrowingProvider<[UInt8]>.self) { recorder in
      recorder.swift.bind([UInt8].self).tagged(with: ItTag<[UInt8]>.self).to(value: [0, 1, 255])
      recorder.function(
        CKey(.array(.uint8)), [.value(.array(.uint8), "it", isBorrowed: true)], isOwned: true
      ) { call in
        call.yield(FakeArray(call.items(0, of: UInt8.self).reversed()))
      }
    }
    #expect(try bytes.get() == [255, 1, 0])
    let texts = try built(ThrowingProvider<[String]>.self) { recorder in
      recorder.swift.bind([String].self).tagged(with: ItTag<[String]>.self).to(value: [
        "a", "", "ü",
      ])
      recorder.function(CKey(.array(.string)), [.value(.array(.string), "it")], isOwned: true) {
        call in
        let items = call.items(0, of: UnsafePointer<CChar>.self)
        call.yield(FakeArray(items.map { strdup($0) }))
      }
    }
    #expect(try texts.get() == ["a", "", "ü"])
    let points = try built(TaggedThrowingProvider<ItTag<Double>>.self) { recorder in
      recorder.value(CKey(.point, "origin"), FakePoint(x: -3, y: 2.5))
      recorder.function(CKey(.point), [.value(.point, "origin")]) {
        $0.yield($0.value(0, as: FakePoint.self))
      }
      recorder.function(CKey(.array(.point)), [.value(.point)], isOwned: true) { call in
        call.yield(FakeArray([call.value(0, as: FakePoint.self), FakePoint(x: 1, y: 1)]))
      }
      recorder.function(CKey(.double, "it"), [.value(.array(.point)), .optional(.point)]) {
        call in
        let sum = call.items(0, of: FakePoint.self).reduce(0) { $0 + Double($1.x) + $1.y }
        call.yield(sum + (call.target(1, as: FakePoint.self)?.y ?? 0))
      }
    }
    #expect(try points.get() == 4)
  }

  @Test("empty arrays have an address in C, but need none from C")
  func empty() throws {
    let count = try built(ThrowingProvider<Int64>.self) { recorder in
      recorder.swift.bind([Int32].self).to(value: [])
      recorder.function(CKey(.array(.double)), isOwned: true) {
        $0.yield(FakeArray(start: nil, count: 0))
      }
      recorder.function(
        CKey(.int64), [.value(.array(.int32)), .value(.array(.double)), .value(.array(.int32))]
      ) { call in
        guard call.value(0, as: FakeArray.self).start != nil else { return call.yield(Int64(-1)) }
        call.yield(
          Int64(call.items(0, of: Int32.self).count + call.items(1, of: Double.self).count))
      }
    }
    #expect(try count.get() == 0)
  }

  @Test("an optional without a binding is null, others are pointers to their values")
  func optionals() throws {
    func text(_ configure: (Recorder) -> Void) throws -> String {
      try built(TaggedThrowingProvider<OtherTag<String>>.self) { recorder in
        for (type, name) in Self.optionalTypes {
          recorder.declare(CKey(type, name), isCollection: false, at: .c(9))
        }
        configure(recorder)
        recorder.function(
          CKey(.string, "other"), Self.optionalTypes.map { .optional($0.0, $0.1) }, isOwned: true
        ) {
          call in
          let parts = [
            call.target(0, as: Int16.self).map { "\($0)" },
            call.pointer(1).map { _ in call.text(1) },
            call.target(2, as: FakePoint.self).map { "\($0.y)" },
            call.pointer(3).map { "\(UInt(bitPattern: $0))" },
            call.target(4, as: FakeArray.self).map { "\($0.items(of: Int8.self))" },
          ]
          call.yield(strdup(parts.map { $0 ?? "-" }.joined(separator: " ")))
        }
      }.get()
    }
    #expect(try text { _ in } == "- - - - -")
    let all = try text { recorder in
      recorder.swift.bind(Int16.self).tagged(with: ItTag<Int16>.self).to(value: -7)
      recorder.swift.bind(String.self).to(value: "s")
      recorder.value(CKey(.point), FakePoint(x: 0, y: 0.5))
      recorder.function(CKey(.pointer("counter"), "c")) { $0.yield(UInt(64)) }
      recorder.swift.bind([Int8].self).to(value: [1, 2])
    }
    #expect(all == "-7 s 0.5 64 [1, 2]")
  }

  private static var optionalTypes: [(CType, String?)] {
    [
      (.int16, "it"), (.string, nil), (.point, nil), (.pointer("counter"), "c"),
      (.array(.int8), nil),
    ]
  }

  @Test("a shared value is created once for each component instance")
  func shared() throws {
    for isThrowing in [true, false] {
      let made = Guarded<Int32>(0)
      let recording = recording(requesting: TaggedThrowingProvider<ItTag<Int32>>.self) { recorder in
        recorder.function(CKey(.int32, "it"), isThrowing: isThrowing, isShared: true) { call in
          call.yield(
            made.withLock { made -> Int32 in
              made += 1
              return made
            })
        }
      }
      let factory = try ComponentFactory<Requesting<TaggedThrowingProvider<ItTag<Int32>>>>(
        recording)
      let (first, second) = (factory.build(()).value, factory.build(()).value)
      #expect(try [first.get(), first.get(), second.get(), first.get()] == [1, 1, 2, 1])
      #expect(
        recording.graph.bindings.contains {
          $0.scope == "Cleanse.Singleton" && $0.signature?.hasPrefix("int32 make()") == true
        })
    }
  }

  @Test(
    "single and several contributions are ordered across both languages")
  func contributions() throws {
    let all = try built(TaggedThrowingProvider<ItTag<[Double]>>.self) { recorder in
      recorder.function(CKey(.double, "it"), isContribution: true, order: 3) { $0.yield(3.0) }
      recorder.value(CKey(.double, "it"), 1.0, isContribution: true, order: 1)
      recorder.function(CKey(.array(.double), "it"), isOwned: true, isContribution: true, order: 2)
      {
        $0.yield(FakeArray([2.0, 2.5]))
      }
      recorder.swift.bind(Double.self).intoCollection().tagged(with: ItTag<[Double]>.self).to(
        value: 0)
    }
    #expect(try all.get() == [0, 1, 2, 2.5, 3])
    let sum = try built(Double.self) { recorder in
      recorder.swift.bind(Double.self).intoCollection().tagged(with: ItTag<[Double]>.self).to(
        value: 4)
      recorder.value(CKey(.double, "it"), 1.0, isContribution: true)
      recorder.function(CKey(.int8), isContribution: true) { $0.yield(Int8(1)) }
      recorder.declare(CKey(.array(.int8)), isCollection: true, at: .c(1))
      recorder.function(CKey(.double), [.value(.array(.double), "it"), .value(.array(.int8))]) {
        call in
        call.yield(
          call.items(0, of: Double.self).reduce(0, +) + Double(call.items(1, of: Int8.self).count))
      }
    }
    #expect(sum == 6)
  }

  @Test("a declared collection is empty in C and in Swift")
  func declared() throws {
    let count = try built(Int32.self) { recorder in
      recorder.declare(CKey(.array(.pointer("counter")), "all"), isCollection: true, at: .c(1))
      recorder.declare(CKey(.array(.double), "it"), isCollection: true, at: .c(2))
      recorder.function(
        CKey(.int32), [.value(.array(.pointer("counter")), "all"), .value(.array(.double), "it")]
      ) { call in
        call.yield(
          Int32(call.value(0, as: FakeArray.self).count + call.value(1, as: FakeArray.self).count))
      }
    }
    #expect(count == 0)
    let swift = try built(TaggedProvider<ItTag<[Double]>>.self) { recorder in
      recorder.declare(CKey(.array(.double), "it"), isCollection: true, at: .c(2))
    }
    #expect(swift.get() == [])
    let optional = try built(Int32?.self) { recorder in
      recorder.declare(CKey(.int32), isCollection: false, at: .c(2))
    }
    #expect(optional == nil)
  }

  @Test("the override with the highest precedence wins across both languages")
  func overrides() throws {
    let value = try built(TaggedProvider<ItTag<Int32>>.self) { recorder in
      recorder.swift.bind(Int32.self).tagged(with: ItTag<Int32>.self).to(value: 1)
      recorder.function(CKey(.int32, "it"), override: 1) { $0.yield(Int32(2)) }
      recorder.function(CKey(.int32, "it"), override: 5) { $0.yield(Int32(3)) }
    }
    #expect(value.get() == 3)
    let swift = try built(Int32.self) { recorder in
      recorder.function(CKey(.int32)) { $0.yield(Int32(2)) }
      recorder.swift.bind(Int32.self).overriding().to(value: 7)
    }
    #expect(swift == 7)
  }
}
