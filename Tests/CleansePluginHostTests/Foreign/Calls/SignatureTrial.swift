import CleanseSupport
@testable import CleansePluginCABI
import CleanseTestSupport

/// One signature, called in three ways with the same arguments.
final class SignatureTrial {
  private let direct:
    @convention(c) (UnsafeRawPointer, UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
  private let function: UnsafeRawPointer
  private let recorded: UnsafeMutablePointer<UInt64>
  private let interface: CallInterface
  private let frameLayout: COffsets
  private let closure: CClosure
  private let received: Received
  /// The scalars of each argument, and those of the result.
  private let arguments: [[ScalarField]]
  private let result: [ScalarField]

  /// The arguments of the last call of the closure.
  private final class Received: Sendable {
    private let last = TrackedMutex<UInt64>(0)

    var digest: UInt64 {
      get { last.withLock { $0 } }
      set { last.withLock { $0 = newValue } }
    }
  }

  init(_ signature: RandomCall, _ number: Int, in library: CompiledLibrary) throws {
    direct = unsafeBitCast(
      try library.address(of: "call\(number)"),
      to: (@convention(c) (UnsafeRawPointer, UnsafeRawPointer, UnsafeMutableRawPointer) -> Void)
        .self)
    function = UnsafeRawPointer(try library.address(of: "f\(number)"))
    recorded = try library.address(of: "digest").assumingMemoryBound(to: UInt64.self)
    interface = try CallInterface.of(result: signature.result, arguments: signature.arguments)
    frameLayout = try COffsets(of: signature.arguments)
    let arguments = signature.arguments.map { ScalarField.all(of: $0) }
    let result = ScalarField.all(of: signature.result)
    let received = Received()
    closure = try CClosure(result: signature.result, arguments: signature.arguments) {
      var digest = FowlerNollVo()
      for (index, argument) in arguments.enumerated() {
        if let value = $1?[index] { argument.digest(value, into: &digest) }
      }
      received.digest = digest.value
      result.fill($0, from: digest.value)
    }
    self.arguments = arguments
    self.result = result
    self.received = received
  }

  /// Calls with random values, and returns the differences between the ways.
  func run(using generator: inout SeededGenerator) -> [String] {
    let frame = Block(frameLayout.size)
    let pointers = frameLayout.offsets.map { Optional(frame.start + $0) }
    var digest = FowlerNollVo()
    for (argument, offset) in zip(arguments, frameLayout.offsets) {
      let value = frame.start + offset
      for field in argument { field.store(Self.word(using: &generator), in: value) }
      argument.digest(value, into: &digest)
    }
    var differences: [String] = []
    func check(_ holds: Bool, _ what: String) {
      if !holds { differences.append(what) }
    }

    let expected = Block(interface.resultSize)
    recorded.pointee = 0
    direct(function, frame.start, expected.start)
    check(recorded.pointee == digest.value, "arguments of the direct call")

    let called = Block(interface.resultSize)
    recorded.pointee = 0
    var passed = pointers
    let thrown = interface.call(function, arguments: &passed, result: called.start)
    check(thrown == nil, "an exception")
    check(recorded.pointee == digest.value, "arguments of the call through libffi")
    check(result.areEqual(called.start, expected.start), "result of the call through libffi")
    check(called.isIntact, "bytes after the result of the call through libffi")

    let closed = Block(interface.resultSize)
    received.digest = 0
    direct(closure.pointer, frame.start, closed.start)
    check(received.digest == digest.value, "arguments of the closure")
    check(result.areEqual(closed.start, expected.start), "result of the closure")

    received.digest = 0
    let both = Block(interface.resultSize)
    passed = pointers
    _ = interface.call(closure.pointer, arguments: &passed, result: both.start)
    check(
      received.digest == digest.value,
      "arguments of the closure, by libffi")
    check(result.areEqual(both.start, expected.start), "result of the closure, by libffi")
    check(frame.isIntact, "bytes after the arguments")
    return differences
  }

  /// Random bits, often those where signs and widths go wrong.
  private static func word(using generator: inout SeededGenerator) -> UInt64 {
    let words: [UInt64] = [0, .max, 1, 0x8080_8080_8080_8080, 0x7F7F_7F7F_7F7F_7F7F]
    return words.randomElement(using: &generator).flatMap {
      Int.random(in: 0..<8, using: &generator) == 0 ? $0 : nil
    } ?? generator.next()
  }

  /// Memory filled with a pattern, with a margin after its end.
  private final class Block {
    let start: UnsafeMutableRawPointer
    private let size: Int
    private static let guarded = 32

    init(_ size: Int) {
      self.size = size
      start = .allocate(byteCount: size + Self.guarded, alignment: CallInterface.alignment)
      start.initializeMemory(as: UInt8.self, repeating: 0xAA, count: size + Self.guarded)
    }

    deinit { start.deallocate() }

    var isIntact: Bool {
      (size..<size + Self.guarded).allSatisfy {
        start.load(fromByteOffset: $0, as: UInt8.self) == 0xAA
      }
    }
  }
}
