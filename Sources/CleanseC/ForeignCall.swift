import Cleanse

/// A function of C, and how its parameters get their values.
final class ForeignCall: Sendable {
  /// A parameter: its place, and what puts its value there.
  @safe struct Argument: Sendable {
    let size: Int
    let alignment: Int
    let store: @Sendable (inout ForeignHandover, UnsafeMutableRawPointer) throws -> Void
  }

  private let function: any ForeignFunction
  private let arguments: [Argument]
  /// Where the values are in the block of memory of one call: behind the result and the pointers to
  /// the values.
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
  /// - Parameter read: Takes the result, and what that may go on to need.
  func perform<Value>(
    in context: Context, _ read: (UnsafeMutableRawPointer, ForeignArena?) throws -> Value
  ) throws -> Value {
    // Not on the stack, as nobody knows how large it is, and a chain of calls may be long.
    let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    defer { unsafe block.deallocate() }
    var handover = ForeignHandover(context: context)
    let values = unsafe (block + pointers).assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    for (index, argument) in arguments.enumerated() {
      let place = unsafe block + offsets[index]
      unsafe values[index] = unsafe place
      try unsafe argument.store(&handover, place)
    }
    if let message = unsafe function.call(values, result: block) { throw CBridgeError(message) }
    return try withExtendedLifetime(handover) { try unsafe read(block, handover.kept) }
  }
}
