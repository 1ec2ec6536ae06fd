import Glibc

@testable import CleanseC

/// A C function implemented in Swift: it finds its arguments where libffi would.
final class FakeFunction: ForeignFunction {
  let body: @Sendable (FakeCall) throws -> Void

  init(body: @escaping @Sendable (FakeCall) throws -> Void) {
    self.body = body
  }

  var direct: DirectCall? { nil }

  func call(
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>, result: UnsafeMutableRawPointer
  ) -> String? {
    do {
      try body(FakeCall(arguments: arguments, result: result))
      return nil
    } catch {
      return "\(error)"
    }
  }

  func callback(
    for parameter: CParameter,
    _ body: @escaping @Sendable (UnsafeMutableRawPointer) -> String?
  ) throws -> any ForeignCallback {
    FakeCallback(parameter.form, body)
  }

  func callback(
    for parameter: CParameter,
    always body:
      @escaping @Sendable (
        UnsafeMutableRawPointer, UnsafeMutablePointer<UnsafeMutableRawPointer?>?
      ) -> Void
  ) throws -> any ForeignCallback {
    FakeCallback(parameter.form) { buffer in
      body(buffer, nil)
      return nil
    }
  }
}

/// The arguments of a call, and the address of its result.
struct FakeCall {
  let arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  let result: UnsafeMutableRawPointer

  /// The argument, as the type that C declares.
  func value<Value: BitwiseCopyable>(_ index: Int, as type: Value.Type = Value.self) -> Value {
    guard let argument = arguments[index] else {
      preconditionFailure("No argument at this index")
    }
    return argument.load(as: type)
  }

  /// The value that the argument points to; nil if it is null.
  func target<Value: BitwiseCopyable>(_ index: Int, as type: Value.Type = Value.self) -> Value? {
    pointer(index)?.load(as: type)
  }

  func pointer(_ index: Int) -> UnsafeMutableRawPointer? {
    value(index, as: UnsafeMutableRawPointer?.self)
  }

  func text(_ index: Int) -> String {
    pointer(index).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? "(null)"
  }

  func items<Value: BitwiseCopyable>(_ index: Int, of type: Value.Type = Value.self) -> [Value] {
    value(index, as: FakeArray.self).items(of: type)
  }

  /// Calls the parameter, which is a provider.
  func request<Value: BitwiseCopyable>(
    _ index: Int, for type: Value.Type = Value.self
  ) throws -> Value {
    try FakeCallback.call(pointer(index), for: type)
  }

  func yield<Value: BitwiseCopyable>(_ value: Value) {
    result.storeBytes(of: value, as: Value.self)
  }

  /// Yields a text with static lifetime.
  func yield(text: StaticString) {
    yield(UnsafeRawPointer(text.utf8Start))
  }
}

/// `cleanse_array`.
struct FakeArray: BitwiseCopyable {
  var start: UnsafeMutableRawPointer?
  var count: Int

  /// Items that `free` can release.
  init<Value: BitwiseCopyable>(_ items: [Value]) {
    start = malloc(max(items.count * MemoryLayout<Value>.stride, 1))
    count = items.count
    items.withUnsafeBytes { bytes in
      if let from = bytes.baseAddress { start?.copyMemory(from: from, byteCount: bytes.count) }
    }
  }

  init(start: UnsafeMutableRawPointer?, count: Int) {
    (self.start, self.count) = (start, count)
  }

  func items<Value: BitwiseCopyable>(of type: Value.Type) -> [Value] {
    guard let start else { return [] }
    return Array(UnsafeBufferPointer(start: start.assumingMemoryBound(to: type), count: count))
  }
}

/// A function that C can call. Its address is a number that is never used again, so a call of a released
/// one is reported and does no harm.
final class FakeCallback: ForeignCallback {
  struct Gone: Error {}
  struct Failed: Error, CustomStringConvertible {
    let description: String
  }

  private struct Living {
    var last = 0x1000
    var bodies: [Int: @Sendable (UnsafeMutableRawPointer) -> String?] = [:]
    var forms: [Int: CParameter.Form] = [:]
  }

  private static let living = Guarded(Living())

  private let number: Int

  init(
    _ form: CParameter.Form,
    _ body: @escaping @Sendable (UnsafeMutableRawPointer) -> String?
  ) {
    number = Self.living.withLock { living in
      living.last += 0x10
      living.bodies[living.last] = body
      living.forms[living.last] = form
      return living.last
    }
  }

  var address: UnsafeMutableRawPointer {
    guard let address = UnsafeMutableRawPointer(bitPattern: number) else {
      preconditionFailure("A number that is none")
    }
    return address
  }

  deinit {
    // The body is released outside of the lock.
    _ = Self.living.withLock { living in
      (living.bodies.removeValue(forKey: number), living.forms.removeValue(forKey: number))
    }
  }

  static func form(of address: UnsafeMutableRawPointer?) -> CParameter.Form? {
    living.withLock { $0.forms[Int(bitPattern: address)] }
  }

  static func call<Value: BitwiseCopyable>(
    _ address: UnsafeMutableRawPointer?, for type: Value.Type = Value.self
  ) throws -> Value {
    guard let body = living.withLock({ $0.bodies[Int(bitPattern: address)] }) else { throw Gone() }
    return try withUnsafeTemporaryAllocation(
      byteCount: max(MemoryLayout<Value>.size, 16), alignment: 16
    ) { buffer in
      guard let start = buffer.baseAddress else { throw Gone() }
      if let message = body(start) { throw Failed(description: message) }
      return start.load(as: type)
    }
  }
}
