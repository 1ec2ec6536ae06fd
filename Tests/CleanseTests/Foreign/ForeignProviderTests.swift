import CleanseTestSupport
import Glibc
import Testing

@testable import Cleanse
@testable import CleanseC
@testable import CleanseGraph

@Suite("Providers that C functions hold")
struct ForeignProviderTests {
  @Test("a provider returns a new value for each call, plain or throwing, from C and from Swift")
  func fresh() throws {
    for isThrowing in [true, false] {
      let made = Guarded<Int32>(0)
      let sum = try built(TaggedThrowingProvider<ItTag<Int32>>.self) { recorder in
        recorder.function(CKey(.int32)) { call in
          call.yield(
            made.withLock { made -> Int32 in
              made += 1
              return made
            })
        }
        recorder.swift.bind(Double.self).tagged(with: OtherTag<Double>.self).to { 0.5 }
        recorder.function(
          CKey(.int32, "it"),
          [
            .provider(.int32, isThrowing: isThrowing),
            .provider(.double, "other", isThrowing: isThrowing),
          ]
        ) { call in
          let two = try call.request(0, for: Int32.self) + call.request(0, for: Int32.self)
          call.yield(try two * Int32(call.request(1, for: Double.self) * 2))
        }
      }
      #expect(try sum.get() == 3)
    }
  }

  @Test("an optional provider is null without a binding, and a provider otherwise")
  func optional() throws {
    for isThrowing in [true, false] {
      for isBound in [true, false] {
        let sum = try built(TaggedThrowingProvider<ItTag<Int32>>.self) { recorder in
          recorder.declare(CKey(.int32), isCollection: false, at: .c(1))
          recorder.declare(CKey(.double, "other"), isCollection: false, at: .c(2))
          if isBound {
            recorder.function(CKey(.int32)) { $0.yield(Int32(3)) }
            recorder.swift.bind(Double.self).tagged(with: OtherTag<Double>.self).to { 0.5 }
          }
          recorder.function(
            CKey(.int32, "it"),
            [
              .optionalProvider(.int32, isThrowing: isThrowing),
              .optionalProvider(.double, "other", isThrowing: isThrowing),
            ]
          ) { call in
            let isAbsent = (0..<2).map { call.pointer($0) == nil }
            guard isAbsent == [false, false] else {
              call.yield(Int32(isAbsent == [true, true] ? -1 : -2))
              return
            }
            call.yield(
              try call.request(0, for: Int32.self) * Int32(call.request(1, for: Double.self) * 2))
          }
        }
        #expect(try sum.get() == (isBound ? 3 : -1))
      }
    }
  }

  @Test("an optional provider that is neither bound nor declared is missing")
  func undeclared() throws {
    let recording = recording(requesting: TaggedThrowingProvider<ItTag<Int32>>.self) { recorder in
      recorder.function(CKey(.int32, "it"), [.optionalProvider(.double, "other")]) {
        $0.yield(Int32(1))
      }
    }
    #expect(errors(of: recording).map(\.code) == [.missingBinding])
    let binding = try #require(recording.graph.bindings.last { $0.signature != nil })
    #expect(binding.requests.map(\.form.rawValue) == ["optional.provider"])
    #expect(binding.signature == "int32 make(double (*?)() @other) @it")
  }

  @Test("an optional provider yields what a bound Swift provider yields")
  func bound() throws {
    let sum = try built(TaggedThrowingProvider<ItTag<Int32>>.self) { recorder in
      recorder.swift.bind(Provider<Double>.self).to(value: Provider(value: 2))
      recorder.function(CKey(.int32, "it"), [.optionalProvider(.double)]) { call in
        call.yield(Int32(try call.request(0, for: Double.self)))
      }
    }
    #expect(try sum.get() == 2)
  }

  @Test("a provider returns strings and arrays in memory that the caller frees")
  func memory() throws {
    let all = try built(ThrowingProvider<String>.self) { recorder in
      recorder.swift.bind([String].self).to(value: ["b", "c"])
      recorder.swift.bind(String.self).tagged(with: ItTag<String>.self).to(value: "a")
      recorder.function(
        CKey(.string),
        [.provider(.string, "it", isThrowing: true), .provider(.array(.string), isThrowing: true)],
        isOwned: true
      ) { call in
        let text = try call.request(0, for: UnsafeMutablePointer<CChar>.self)
        let array = try call.request(1, for: FakeArray.self)
        let texts = array.items(of: UnsafeMutablePointer<CChar>.self)
        let all = ([text] + texts).map { String(cString: $0) }.joined()
        for part in [text] + texts { free(part) }
        free(array.start)
        call.yield(strdup(all))
      }
    }
    #expect(try all.get() == "abc")
  }

  @Test("a provider passes on the error of its target")
  func failing() throws {
    let provider = try built(TaggedThrowingProvider<ItTag<Int32>>.self) { recorder in
      recorder.function(CKey(.int32), name: "count", isThrowing: true) { _ in
        throw FakeCallback.Failed(description: "no numbers today")
      }
      recorder.function(
        CKey(.int32, "it"), [.provider(.int32, isThrowing: true)], name: "relay", isThrowing: true
      ) { call in
        call.yield(try call.request(0, for: Int32.self))
      }
    }
    let error = #expect(throws: ResolutionError.self) { try provider.get() }
    #expect((error?.underlying as? CFunctionError)?.function == "relay")
    expectGolden(error?.description ?? "", "foreign-provider-error")
  }

  @Test("a provider can be called after its requester is gone, but not after the graph is")
  func held() throws {
    for type in [CType.int32, .string] {
      let held = Guarded<Int>(0)
      var owner: Requested<TaggedThrowingProvider<ItTag<Int32>>>? = try root(
        TaggedThrowingProvider<ItTag<Int32>>.self
      ) { recorder in
        recorder.swift.bind(Int32.self).to(value: 12)
        recorder.swift.bind(String.self).to(value: "12")
        recorder.function(CKey(.int32, "it"), [.provider(type, isThrowing: true)]) { call in
          let address = Int(bitPattern: call.pointer(0))
          held.withLock { $0 = address }
          call.yield(Int32(1))
        }
      }
      #expect(try owner?.value.get() == 1)
      let address = UnsafeMutableRawPointer(bitPattern: held.withLock { $0 })
      if type == .int32 {
        #expect(try FakeCallback.call(address, for: Int32.self) == 12)
      } else {
        let text = try FakeCallback.call(address, for: UnsafeMutablePointer<CChar>.self)
        #expect(String(cString: text) == "12")
        free(text)
      }
      owner = nil
      #expect(throws: FakeCallback.Gone.self) {
        _ = try FakeCallback.call(address, for: Int32.self)
      }
    }
  }

  @Test("a provider is one function for each form, however often it is requested")
  func identity() throws {
    let seen = Guarded<[Int]>([])
    let recording = recording(requesting: Both.self) { recorder in
      recorder.swift.bind(Both.self).to(factory: Both.init)
      recorder.swift.bind(Int32.self).to(value: 12)
      for (name, isThrowing) in [("it", true), ("other", false)] {
        recorder.function(CKey(.int32, name), [.provider(.int32, isThrowing: isThrowing)]) { call in
          let address = call.pointer(0)
          seen.withLock { $0.append(Int(bitPattern: address)) }
          // C passes one more argument if the provider can throw.
          if FakeCallback.form(of: address) != .provider(throws: isThrowing) {
            throw FakeCallback.Failed(description: "a function of another form")
          }
          call.yield(try call.request(0, for: Int32.self))
        }
      }
    }
    let both = try ComponentFactory<Requesting<Both>>(recording).build(()).value
    #expect(try both.throwing.get() == 12)
    #expect(try both.plain.get() == 12)
    #expect(try both.throwing.get() == 12)
    let all = seen.withLock { $0 }
    #expect(all[0] == all[2])
    #expect(all[0] != all[1])
  }

  @Test("a plain provider of a fallible value is a finding, and not linked without validation")
  func plain() throws {
    let recording = recording(requesting: TaggedThrowingProvider<ItTag<Int32>>.self) { recorder in
      recorder.function(CKey(.int32), name: "count", isThrowing: true) { $0.yield(Int32(1)) }
      recorder.function(CKey(.int32, "it"), [.provider(.int32)], name: "relay", line: 2) {
        $0.yield(Int32(1))
      }
    }
    #expect(errors(of: recording).map(\.code) == [.unhandledError])
    expectGolden(
      errors(of: recording).map(\.description).joined(separator: "\n"), "foreign-unhandled")
    #expect(!isLinked(recording, requesting: TaggedThrowingProvider<ItTag<Int32>>.self))
  }

  @Test("a plain Swift provider of a C value is a finding only if the value is fallible")
  func effects() throws {
    let target = CType.pointer("t")
    let cases: [(Bool, (Recorder) -> Void)] = [
      (false, { $0.function(CKey(.int32, "it")) { $0.yield(Int32(0)) } }),
      (true, { $0.function(CKey(.int32, "it"), isThrowing: true) { $0.yield(Int32(0)) } }),
      (false, { $0.function(CKey(.int32, "it"), [.value(.double)]) { $0.yield(Int32(0)) } }),
      // A string with a null character can't be passed.
      (true, { $0.function(CKey(.int32, "it"), [.value(.string)]) { $0.yield(Int32(0)) } }),
      (true, { $0.function(CKey(.int32, "it"), [.value(.array(.string))]) { $0.yield(Int32(0)) } }),
      (false, { $0.function(CKey(.int32, "it"), [.value(.array(.uint8))]) { $0.yield(Int32(0)) } }),
      (false, { $0.function(CKey(.int32, "it"), [.optional(.double)]) { $0.yield(Int32(0)) } }),
      // The allocation of the function can fail.
      (true, { $0.function(CKey(.int32, "it"), [.provider(.double)]) { $0.yield(Int32(0)) } }),
      // The pointer can be null.
      (
        true,
        { recorder in
          recorder.function(CKey(target)) { $0.yield(8) }
          recorder.function(CKey(.int32, "it"), [.value(target)]) { $0.yield(Int32(0)) }
        }
      ),
    ]
    for (index, (canFail, configure)) in cases.enumerated() {
      let recording = recording(requesting: TaggedProvider<ItTag<Int32>>.self) { recorder in
        recorder.swift.bind(Double.self).to(value: 1)
        recorder.swift.bind(String.self).to(value: "s")
        recorder.swift.bind([String].self).to(value: [])
        recorder.swift.bind([UInt8].self).to(value: [])
        configure(recorder)
      }
      let codes = errors(of: recording).map(\.code)
      #expect(codes == (canFail ? [.unhandledError] : []), "case \(index)")
      #expect(
        isLinked(recording, requesting: TaggedProvider<ItTag<Int32>>.self) != canFail,
        "case \(index)")
    }
  }

  @Test("C can request a type that Swift binds as a provider")
  func boundProvider() throws {
    let sum = try built(TaggedThrowingProvider<ItTag<Int32>>.self) { recorder in
      recorder.swift.bind(Provider<Int32>.self).to { Provider(value: Int32(5)) }
      recorder.swift.bind(ThrowingProvider<Int8>.self).to { ThrowingProvider(getter: { Int8(2) }) }
      recorder.swift.bind(TaggedProvider<OtherTag<Int16>>.self).to {
        TaggedProvider(value: Int16(3))
      }
      recorder.function(
        CKey(.int32, "it"), [.provider(.int32), .provider(.int8, isThrowing: true)]
      ) { call in
        call.yield(try call.request(0, for: Int32.self) + Int32(call.request(1, for: Int8.self)))
      }
    }
    #expect(try sum.get() == 7)
  }

  @Test("a tag with a provider bound in Swift is a finding or works, and never traps")
  func boundTaggedProvider() throws {
    let recording = recording(requesting: TaggedThrowingProvider<ItTag<Int32>>.self) { recorder in
      recorder.swift.bind(TaggedProvider<OtherTag<Int16>>.self).to {
        TaggedProvider(value: Int16(3))
      }
      recorder.swift.bind(Int8.self).to { (_: TaggedProvider<OtherTag<Int16>>) in 1 }
      recorder.function(
        CKey(.int32, "it"), [.provider(.int16, "other")]
      ) { call in call.yield(Int32(try call.request(0, for: Int16.self))) }
    }
    let found = errors(of: recording)
    let factory = try? ComponentFactory<Requesting<TaggedThrowingProvider<ItTag<Int32>>>>(recording)
    #expect(found.isEmpty == (factory != nil))
    if let factory { #expect(try factory.build(()).value.get() == 3) }
  }

  @Test("a provider keeps its results alive, but neither itself nor the graph")
  func leaks() throws {
    let destroyed = Guarded<[Int]>([])
    var owner: Requested<TaggedThrowingProvider<ItTag<Int32>>>? = try root(
      TaggedThrowingProvider<ItTag<Int32>>.self
    ) { recorder in
      recorder.declare(handle: "part", at: .c(1)) { pointer in
        destroyed.withLock { $0.append(Int(bitPattern: pointer)) }
      }
      recorder.swift.bind(Int32.self).to(value: 12)
      // Each part keeps a provider, which keeps the graph.
      let made = Guarded(0)
      recorder.function(CKey(.pointer("part")), [.provider(.int32)]) { call in
        call.yield(
          made.withLock { made -> Int in
            made += 8
            return made
          })
      }
      recorder.function(CKey(.int32, "it"), [.provider(.pointer("part"), isThrowing: true)]) {
        call in
        let first = try call.request(0, for: Int.self)
        let second = try call.request(0, for: Int.self)
        // They are alive while the function runs.
        call.yield(Int32(destroyed.withLock { $0.count } + first / 8 + second / 8))
      }
    }
    #expect(try owner?.value.get() == 3)
    owner = nil
    #expect(destroyed.withLock { $0 }.sorted() == [8, 16])
  }

  @Test("a provider leaves no memory to a caller whose value is not kept alive")
  func unkept() throws {
    let yielded = Guarded<Int>(0)
    let provider = try ForeignProvider(
      for: .provider(.string, isThrowing: true), of: FakeFunction { _ in }, in: .detached
    ) { _, result, arena in
      let memory = arena().allocate(LargeMemory.size, alignment: 1)
      yielded.withLock { $0 = Int(bitPattern: memory) }
      arena().keep(FakeFunction { _ in })
      result.storeBytes(of: memory, as: UnsafeMutableRawPointer.self)
    }
    let error = #expect(throws: FakeCallback.Failed.self) {
      try FakeCallback.call(provider.address, for: Int.self)
    }
    #expect(error?.description.contains("the value has no owner") == true)
    let address = yielded.withLock { $0 }
    #expect(address != 0)
    #expect(LargeMemory.isFreed(address))
  }

  @Test("a destructor can still call the provider that its handle was made with")
  func teardown() throws {
    let seen = Guarded<[Int32]>([])
    let held = Guarded<[Int: Int]>([:])
    var owner: Requested<TaggedThrowingProvider<ItTag<CPointer>>>? = try root(
      TaggedThrowingProvider<ItTag<CPointer>>.self
    ) { recorder in
      recorder.declare(handle: "engine", at: .c(1)) { pointer in
        let address = held.withLock { $0[Int(bitPattern: pointer)] ?? 0 }
        let value = try? FakeCallback.call(
          UnsafeMutableRawPointer(bitPattern: address), for: Int32.self)
        seen.withLock { $0.append(value ?? -1) }
      }
      recorder.function(CKey(.int32), isShared: true) { $0.yield(Int32(7)) }
      recorder.function(
        CKey(.pointer("engine"), "it"), [.provider(.int32, isThrowing: true)], isShared: true
      ) { call in
        let address = Int(bitPattern: call.pointer(0))
        held.withLock { $0[8] = address }
        call.yield(8)
      }
    }
    var pointer = try owner?.value.get()
    owner = nil
    #expect(seen.withLock { $0 } == [])
    withExtendedLifetime(pointer) {}
    pointer = nil
    #expect(seen.withLock { $0 } == [7])
  }

  @Test("a provider reaches no more than others when its requester is gone")
  func unreachable() throws {
    let made = Guarded<Int32>(0)
    let held = Guarded<Int>(0)
    var owner: Requested<TaggedThrowingProvider<ItTag<Int32>>>? = try root(
      TaggedThrowingProvider<ItTag<Int32>>.self
    ) { recorder in
      recorder.function(CKey(.int32), isShared: true) { call in
        call.yield(
          made.withLock { made -> Int32 in
            made += 1
            return made
          })
      }
      recorder.function(
        CKey(.int32, "it"), [.provider(.int32, isThrowing: true)], isShared: true
      ) { call in
        let address = Int(bitPattern: call.pointer(0))
        held.withLock { $0 = address }
        call.yield(Int32(0))
      }
    }
    _ = try owner?.value.get()
    let address = UnsafeMutableRawPointer(bitPattern: held.withLock { $0 })
    for _ in 0..<3 { #expect(try FakeCallback.call(address, for: Int32.self) == 1) }
    owner = nil
    #expect(throws: FakeCallback.Gone.self) { _ = try FakeCallback.call(address, for: Int32.self) }
  }

  @Test("several threads can call providers, and request shared values")
  func threads() async throws {
    let made = Guarded<Int32>(0)
    let held = Guarded<Int>(0)
    let owner = try root(TaggedThrowingProvider<ItTag<Int32>>.self) { recorder in
      recorder.function(CKey(.int32), isThrowing: true, isShared: true) { call in
        call.yield(
          made.withLock { made -> Int32 in
            made += 1
            return made
          })
      }
      recorder.function(CKey(.int32, "it"), [.provider(.int32, isThrowing: true)]) { call in
        let address = Int(bitPattern: call.pointer(0))
        held.withLock { $0 = address }
        call.yield(try call.request(0, for: Int32.self))
      }
    }
    let provider = owner.value
    let results = await withTaskGroup(of: Int32?.self) { group in
      for task in 0..<8 {
        group.addTask {
          var sum: Int32 = 0
          for _ in 0..<200 {
            guard let value = try? provider.get() else { return nil }
            sum += value
            let address = UnsafeMutableRawPointer(bitPattern: held.withLock { $0 })
            guard task.isMultiple(of: 2) || (try? FakeCallback.call(address, for: Int32.self)) == 1
            else { return nil }
          }
          return sum
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results == Array(repeating: 200, count: 8))
    withExtendedLifetime(owner) {}
  }
}

private struct Both {
  let throwing: TaggedThrowingProvider<ItTag<Int32>>
  let plain: TaggedThrowingProvider<OtherTag<Int32>>
}
