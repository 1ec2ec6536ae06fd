import CleanseSupport
@testable import CleansePluginCABI
import Testing

@Suite("C functions created at run time")
struct CClosureTests {
  @Test("narrow results fill the whole register")
  func narrow() throws {
    let signed = try CClosure(result: .int8, arguments: []) { result, _ in
      result.storeBytes(of: -2, as: Int8.self)
    }
    let call = unsafeBitCast(signed.pointer, to: (@convention(c) () -> Int64).self)
    #expect(Int32(truncatingIfNeeded: call()) == -2)
    let unsigned = try CClosure(result: .bool, arguments: []) { result, _ in
      result.storeBytes(of: 1, as: UInt8.self)
    }
    let read = unsafeBitCast(unsigned.pointer, to: (@convention(c) () -> Int64).self)
    #expect(Int32(truncatingIfNeeded: read()) == 1)
  }

  @Test("a function without a result is called with its arguments")
  func effect() throws {
    let sum = Sum()
    let closure = try CClosure(result: .void, arguments: [.int32, .double]) { _, arguments in
      guard let arguments, let number = arguments[0], let half = arguments[1] else { return }
      sum.value = Int(number.load(as: Int32.self)) + Int(half.load(as: Double.self))
    }
    let call = unsafeBitCast(closure.pointer, to: (@convention(c) (Int32, Double) -> Void).self)
    call(40, 2.5)
    #expect(sum.value == 42)
  }

  @Test("threads may call one function at the same time")
  func threads() async throws {
    let closure = try CClosure(result: .uint64, arguments: [.uint64]) { result, arguments in
      guard let number = arguments?[0] else { return }
      result.storeBytes(of: number.load(as: UInt64.self) &* 3, as: UInt64.self)
    }
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<4 as Range<UInt64> {
        group.addTask {
          let call = unsafeBitCast(
            closure.pointer, to: (@convention(c) (UInt64) -> UInt64).self)
          let wrong = (0..<2_000 as Range<UInt64>).filter { call($0 &+ task) != ($0 &+ task) &* 3 }
          #expect(wrong.isEmpty)
        }
      }
    }
  }

  @Test("a function releases what it captures")
  func released() throws {
    weak var held: Sum?
    do {
      let sum = Sum()
      held = sum
      let closure = try CClosure(result: .void, arguments: []) { _, _ in
        sum.value = 1
      }
      unsafeBitCast(closure.pointer, to: (@convention(c) () -> Void).self)()
      #expect(held?.value == 1)
    }
    #expect(held == nil)
  }

  @Test("a signature that can't be called can't be implemented either")
  func refused() {
    #expect(throws: CallInterfaceError.voidValue) {
      try CClosure(result: .int32, arguments: [.void]) { _, _ in }
    }
  }

  private final class Sum: Sendable {
    private let known = TrackedMutex(0)

    var value: Int {
      get { known.withLock { $0 } }
      set { known.withLock { $0 = newValue } }
    }
  }
}
