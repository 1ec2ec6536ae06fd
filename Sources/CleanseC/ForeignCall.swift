import Cleanse

/// A C function with the code that stores the values of its parameters.
final class ForeignCall: Sendable {
  /// A parameter: the layout of its slot, and the closure that stores its value in a slot.
  @safe struct Argument: Sendable {
    let size: Int
    let alignment: Int
    let store: @Sendable (inout ForeignHandover, UnsafeMutableRawPointer) throws -> Void
  }

  private let function: any ForeignFunction
  private let arguments: [Argument]
  /// The offsets of the values in the memory block of a call, in bytes. The result comes first, then the
  /// pointers to the values, then the values.
  private let offsets: [Int]
  private let pointers: Int
  private let size: Int

  init(_ function: any ForeignFunction, resultSize: Int, arguments: [Argument]) {
    self.function = function
    self.arguments = arguments
    pointers = max(resultSize, 16).rounded(to: 16)
    var end = unsafe pointers + (arguments.count + 1) * MemoryLayout<UnsafeMutableRawPointer?>.size
    offsets = arguments.map { argument in
      let offset = end.rounded(to: argument.alignment)
      end = offset + argument.size
      return offset
    }
    size = end
  }

  /// Calls the function.
  ///
  /// - Parameter read: Reads the result. Its second parameter is the arena that the result may depend on.
  func perform<Value>(
    in context: Context, _ read: (UnsafeMutableRawPointer, ForeignArena?) throws -> Value
  ) throws -> Value {
    // Not on the stack: the size is unbounded, and calls may be deeply nested.
    let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    defer { unsafe block.deallocate() }
    var handover = ForeignHandover(context: context)
    let values = unsafe (block + pointers).assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    for (index, argument) in arguments.enumerated() {
      let slot = unsafe block + offsets[index]
      unsafe values[index] = unsafe slot
      try unsafe argument.store(&handover, slot)
    }
    if let message = unsafe function.call(values, result: block) { throw CBridgeError(message) }
    return try withExtendedLifetime(handover) { try unsafe read(block, handover.kept) }
  }
}
