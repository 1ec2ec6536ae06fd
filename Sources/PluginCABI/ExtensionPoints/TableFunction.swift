/// A function of a table in C, whose parameters are words: pointers and sizes.
// Safety: the address is only read. Any thread may call what stands in a table, as the header says.
@safe struct TableFunction: @unchecked Sendable {
  private let function: UnsafeRawPointer
  private let interface: CallInterface

  /// - Throws: A ``CallInterfaceError`` for what can't be called.
  init(
    _ function: UnsafeRawPointer, result: CLayout, arguments: [CLayout]
  ) throws(CallInterfaceError) {
    precondition(result.size <= MemoryLayout<UInt64>.size, "A result of several words")
    unsafe self.function = function
    interface = try .of(result: result, arguments: arguments)
  }

  /// Calls the function.
  ///
  /// - Returns: The result, in the lowest bits of a word, and the message of the exception that was
  ///   thrown; then there is no result.
  func call(_ words: UInt...) -> (result: UInt64, message: String?) {
    var words = words
    return unsafe words.withUnsafeMutableBufferPointer { words in
      unsafe withUnsafeTemporaryAllocation(
        of: UnsafeMutableRawPointer?.self, capacity: words.count
      ) { places in
        for place in words.indices {
          unsafe places.initializeElement(
            at: place, to: words.baseAddress.map { unsafe UnsafeMutableRawPointer($0 + place) })
        }
        return unsafe withUnsafeTemporaryAllocation(
          byteCount: interface.resultSize, alignment: CallInterface.alignment
        ) { result in
          unsafe result.initializeMemory(as: UInt8.self, repeating: 0)
          guard let start = result.baseAddress else {
            // Only room for nothing has no address, and a call takes one alignment of it at least.
            preconditionFailure("A call without room for its result")
          }
          let message = unsafe interface.call(
            function, arguments: places.baseAddress, result: start)
          return (unsafe start.load(as: UInt64.self), message)
        }
      }
    }
  }
}
