import Glibc
import Testing

@testable import Cleanse
@testable import CleanseC

@Suite("Lifetimes of C handles")
struct ForeignLifetimeTests {
  /// Creates handles, and records when they end.
  ///
  /// A process has one owner for an address and a type, so each journal has addresses of its own: those of tests that ran at the
  /// same time were the same, and handles ended in another test.
  private final class Journal: Sendable {
    private static let journals = Guarded(0)
    /// The largest number of handles of a journal.
    private static let size = 1 << 16

    private let base = journals.withLock { journals in
      journals += 1
      return journals * size
    }
    private let made = Guarded(0)
    private let destroyed = Guarded<[String]>([])

    var ends: [String] { destroyed.withLock { $0 } }

    func declare(_ names: String..., to recorder: Recorder) {
      for name in names {
        recorder.declare(handle: name, at: .c(1)) { [destroyed, base] pointer in
          destroyed.withLock { $0.append("\(name) \(Int(bitPattern: pointer) - base)") }
        }
      }
    }

    /// The address of the handle with that number, of which the first is 1.
    func address(_ number: Int) -> UnsafeMutableRawPointer? {
      UnsafeMutableRawPointer(bitPattern: base + number)
    }

    func make(_ call: FakeCall) {
      call.yield(
        made.withLock { made -> Int in
          made += 1
          return base + made
        })
    }
  }

  @Test("an unshared handle ends once, with its last holder, before the graph does")
  func unshared() throws {
    let journal = Journal()
    let owner = try root(TaggedThrowingProvider<ItTag<CPointer>>.self) { recorder in
      journal.declare("counter", to: recorder)
      recorder.function(CKey(.pointer("counter"), "it")) { journal.make($0) }
    }
    var first: CPointer? = try owner.value.get()
    var copy = first
    first = nil
    #expect(journal.ends == [])
    #expect(copy?.address == journal.address(1))
    copy = nil
    #expect(journal.ends == ["counter 1"])
    _ = try owner.value.get()
    #expect(journal.ends == ["counter 1", "counter 2"])
  }

  @Test("a shared handle ends with the graph or its last holder, before its dependencies")
  func shared() throws {
    for isHeld in [true, false] {
      let journal = Journal()
      var owner: Requested<TaggedThrowingProvider<ItTag<CPointer>>>? = try root(
        TaggedThrowingProvider<ItTag<CPointer>>.self
      ) { recorder in
        journal.declare("engine", "gear", "wheel", to: recorder)
        recorder.function(CKey(.pointer("wheel")), isShared: true) { journal.make($0) }
        recorder.function(CKey(.pointer("gear")), [.value(.pointer("wheel"))]) { journal.make($0) }
        recorder.function(
          CKey(.pointer("engine"), "it"), [.value(.pointer("gear")), .optional(.pointer("wheel"))],
          isShared: true
        ) { journal.make($0) }
      }
      var held = isHeld ? try owner?.value.get() : nil
      _ = try owner?.value.get()
      owner = nil
      #expect(journal.ends == (isHeld ? [] : ["engine 3", "gear 2", "wheel 1"]))
      withExtendedLifetime(held) {}
      held = nil
      #expect(journal.ends == ["engine 3", "gear 2", "wheel 1"])
    }
  }

  @Test("borrowed dependencies are not kept alive, others are")
  func borrowed() throws {
    for isBorrowed in [true, false] {
      let journal = Journal()
      let owner = try root(TaggedThrowingProvider<ItTag<CPointer>>.self) { recorder in
        journal.declare("engine", "gear", to: recorder)
        recorder.function(CKey(.pointer("gear"))) { journal.make($0) }
        recorder.function(
          CKey(.pointer("engine"), "it"),
          [.value(.array(.pointer("gear")), isBorrowed: isBorrowed)]
        ) { journal.make($0) }
        recorder.function(CKey(.pointer("gear")), isContribution: true) { journal.make($0) }
      }
      let pointer = try owner.value.get()
      #expect(journal.ends == (isBorrowed ? ["gear 1"] : []))
      withExtendedLifetime(pointer) {}
    }
  }

  @Test("a handle that a number was made from ends when the number is made")
  func temporary() throws {
    let journal = Journal()
    let provider = try built(TaggedThrowingProvider<ItTag<Int32>>.self) { recorder in
      journal.declare("engine", to: recorder)
      recorder.function(CKey(.pointer("engine"))) { journal.make($0) }
      recorder.function(CKey(.int32, "it"), [.value(.pointer("engine"))], isThrowing: true) {
        call in
        call.yield(Int32(journal.ends.count))
        if call.pointer(0) == journal.address(2) {
          throw FakeCallback.Failed(description: "no")
        }
      }
    }
    #expect(try provider.get() == 0)
    #expect(journal.ends == ["engine 1"])
    #expect(throws: ResolutionError.self) { try provider.get() }
    #expect(journal.ends == ["engine 1", "engine 2"])
  }

  // The destructor that was declared first was called for all.
  @Test("an instance is destroyed by the plugin that created it")
  func creators() throws {
    typealias Things = TaggedThrowingProvider<ItTag<[CPointer]>>
    let ends = Guarded<[String]>([])
    func declare(_ plugin: String, to recorder: Recorder) {
      recorder.declare(handle: "thing", at: .c(1)) { pointer in
        ends.withLock { $0.append("\(Int(bitPattern: pointer)) by \(plugin)") }
      }
    }
    let recording = recording(
      requesting: Things.self,
      (
        "org.example.one",
        { recorder in
          declare("one", to: recorder)
          recorder.function(CKey(.pointer("thing"), "it"), isContribution: true) { $0.yield(1) }
        }
      ),
      (
        "org.example.two",
        { recorder in
          declare("two", to: recorder)
          recorder.function(
            CKey(.array(.pointer("thing")), "it"), isOwned: true, isContribution: true, line: 2
          ) { $0.yield(FakeArray([2, 3])) }
        }
      ))
    #expect(errors(of: recording) == [])
    let root = try ComponentFactory<Requesting<Things>>(recording).build(())
    #expect(try root.value.get().count == 3)
    #expect(ends.withLock { $0 }.sorted() == ["1 by one", "2 by two", "3 by two"])
  }

  // The only destructor of a type was called for the instances of all plugins, such as a constant of another one.
  @Test("an instance of a plugin without a destructor is never destroyed")
  func constants() throws {
    typealias Things = TaggedThrowingProvider<ItTag<[CPointer]>>
    let journal = Journal()
    let other = Journal()
    let recording = recording(
      requesting: Things.self,
      (
        "org.example.one",
        { recorder in
          journal.declare("thing", to: recorder)
          recorder.function(CKey(.pointer("thing"), "it"), isContribution: true) {
            journal.make($0)
          }
        }
      ),
      (
        "org.example.two",
        { recorder in
          recorder.function(CKey(.pointer("thing"), "it"), isContribution: true, line: 2) {
            other.make($0)
          }
        }
      ))
    #expect(errors(of: recording) == [])
    let root = try ComponentFactory<Requesting<Things>>(recording).build(())
    #expect(try root.value.get().map(\.address) == [journal.address(1), other.address(1)])
    #expect(journal.ends == ["thing 1"])
  }

  // A decorator with a destructor owned what it returned unchanged, although another plugin had created it without one.
  @Test("a function does not destroy what it received from a plugin without a destructor")
  func passedThrough() throws {
    typealias Things = TaggedThrowingProvider<ItTag<[CPointer]>>
    let (journal, other) = (Journal(), Journal())
    let recording = recording(
      requesting: Things.self,
      (
        "org.example.one",
        { recorder in
          recorder.function(CKey(.pointer("thing"), "it"), isContribution: true) { other.make($0) }
          recorder.function(CKey(.pointer("thing"), "late"), line: 2) { other.make($0) }
        }
      ),
      (
        "org.example.two",
        { recorder in
          journal.declare("thing", to: recorder)
          recorder.function(
            CKey(.array(.pointer("thing")), "it"),
            [
              .value(.array(.pointer("thing")), "it"),
              .provider(.pointer("thing"), "late", isThrowing: true),
            ],
            isOwned: true, isDecorator: true, line: 3
          ) { call in
            let late = try call.request(1, for: Int.self)
            let own = journal.address(1)
            call.yield(
              FakeArray(call.items(0, of: Int.self) + [late, late, Int(bitPattern: own)]))
          }
        }
      ))
    #expect(errors(of: recording) == [])
    let root = try ComponentFactory<Requesting<Things>>(recording).build(())
    var made = try root.value.get()
    #expect(made.map(\.address) == [1, 2, 2].map(other.address) + [journal.address(1)])
    #expect(journal.ends == [])
    made = []
    #expect(journal.ends == ["thing 1"])
  }

  @Test("each item of an array ends on its own, also before a null")
  func items() throws {
    let journal = Journal()
    let provider = try built(TaggedThrowingProvider<ItTag<[CPointer]>>.self) { recorder in
      journal.declare("engine", to: recorder)
      let calls = Guarded(0)
      recorder.function(CKey(.array(.pointer("engine")), "it"), isOwned: true) { call in
        let isFirst = calls.withLock { calls -> Bool in
          calls += 1
          return calls == 1
        }
        let numbers = isFirst ? [1, 2] : [3, 0, 4]
        call.yield(FakeArray(numbers.map { $0 == 0 ? 0 : Int(bitPattern: journal.address($0)) }))
      }
    }
    var items = try provider.get()
    items.removeFirst()
    #expect(journal.ends == ["engine 1"])
    items = []
    #expect(journal.ends == ["engine 1", "engine 2"])
    #expect(throws: ResolutionError.self) { try provider.get() }
    #expect(journal.ends == ["engine 1", "engine 2", "engine 3"])
  }

  @Test("owned strings after an invalid one are freed with the others")
  func strings() throws {
    let last = Guarded(0)
    let provider = try built(TaggedThrowingProvider<ItTag<[String]>>.self) { recorder in
      recorder.function(CKey(.array(.string), "it"), isOwned: true) { call in
        let memory = malloc(LargeMemory.size)
        memory?.storeBytes(of: 0, as: UInt8.self)
        last.withLock { $0 = Int(bitPattern: memory) }
        call.yield(FakeArray([strdup("fine"), nil, memory?.assumingMemoryBound(to: CChar.self)]))
      }
    }
    #expect(throws: ResolutionError.self) { try provider.get() }
    let address = last.withLock { $0 }
    #expect(address != 0)
    #expect(LargeMemory.isFreed(address))
  }

  @Test("a value belongs to the plugin, however often it is linked")
  func value() throws {
    let journal = Journal()
    let recording = recording(
      requesting: TaggedThrowingProvider<ItTag<CPointer>>.self
    ) { recorder in
      journal.declare("counter", to: recorder)
      recorder.value(CKey(.pointer("counter"), "it"), 64)
    }
    for _ in 0..<2 {
      let factory = try ComponentFactory<Requesting<TaggedThrowingProvider<ItTag<CPointer>>>>(
        recording)
      #expect(try factory.build(()).value.get().address == UnsafeMutableRawPointer(bitPattern: 64))
    }
    #expect(journal.ends == [])
  }

  @Test("a handle that a function returns unchanged is not destroyed twice")
  func handedBack() throws {
    let journal = Journal()
    let owner = try root(TaggedThrowingProvider<ItTag<CPointer>>.self) { recorder in
      journal.declare("engine", to: recorder)
      recorder.function(CKey(.pointer("engine"))) { journal.make($0) }
      recorder.function(CKey(.pointer("engine"), "it"), [.value(.pointer("engine"))]) { call in
        call.yield(call.pointer(0))
      }
    }
    var pointer: CPointer? = try owner.value.get()
    #expect(journal.ends == [])
    withExtendedLifetime(pointer) {}
    pointer = nil
    #expect(journal.ends == ["engine 1"])
  }

  @Test("a handle without a destructor still keeps its dependencies alive")
  func undeclared() throws {
    let journal = Journal()
    let owner = try root(TaggedThrowingProvider<ItTag<CPointer>>.self) { recorder in
      journal.declare("gear", to: recorder)
      recorder.function(CKey(.pointer("gear"))) { journal.make($0) }
      recorder.function(CKey(.pointer("view"), "it"), [.value(.pointer("gear"))]) {
        $0.yield($0.pointer(0))
      }
    }
    var view: CPointer? = try owner.value.get()
    #expect(view != nil)
    #expect(journal.ends == [])
    view = nil
    #expect(journal.ends == ["gear 1"])
  }
}
