import CCleansePlugin
import CleanseC
import CleansePlugin

/// A function of a C table whose parameters are words: pointers and sizes.
// Safety: the address is only read. The header documents that any thread may call the functions of a table.
@safe struct TableFunction: @unchecked Sendable {
  private let function: UnsafeRawPointer
  private let interface: CallInterface

  /// - Throws: A ``CallInterfaceError`` for a signature that can't be called.
  init(
    _ function: UnsafeRawPointer, result: CLayout, arguments: [CLayout]
  ) throws(CallInterfaceError) {
    precondition(result.size <= MemoryLayout<UInt64>.size, "The result takes several words")
    unsafe self.function = function
    interface = try .of(result: result, arguments: arguments)
  }

  /// Calls the function.
  ///
  /// - Returns: The result, in the low bits of a word, and the message of the exception that was thrown, in
  ///   which case there is no result.
  func call(_ words: UInt...) -> (result: UInt64, message: String?) {
    var words = words
    return unsafe words.withUnsafeMutableBufferPointer { words in
      unsafe withUnsafeTemporaryAllocation(
        of: UnsafeMutableRawPointer?.self, capacity: words.count
      ) { pointers in
        for index in words.indices {
          unsafe pointers.initializeElement(
            at: index, to: words.baseAddress.map { unsafe UnsafeMutableRawPointer($0 + index) })
        }
        return unsafe withUnsafeTemporaryAllocation(
          byteCount: interface.resultSize, alignment: CallInterface.alignment
        ) { result in
          unsafe result.initializeMemory(as: UInt8.self, repeating: 0)
          guard let start = result.baseAddress else {
            // Only an empty buffer has no address, and `resultSize` is never zero.
            preconditionFailure("A call without memory for its result")
          }
          let message = unsafe interface.call(
            function, arguments: pointers.baseAddress, result: start)
          return (unsafe start.load(as: UInt64.self), message)
        }
      }
    }
  }
}

extension TableFunction {
  /// Returns a function that calls the C function with an object, and returns the message if it has failed.
  ///
  /// - Parameter function: The function of a table; nil if it has none.
  static func failing(
    _ function: (
      @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<cleanse_error>?) -> Void
    )?
  ) throws -> ForeignService.Function? {
    guard let function = unsafe function else { return nil }
    let called = try unsafe TableFunction(
      unsafeBitCast(function, to: UnsafeRawPointer.self), result: .void,
      arguments: [.pointer, .pointer])
    return { address in
      var thrown: String?
      let failure = unsafe CFailure.reported { error in
        thrown = called.call(address, UInt(bitPattern: error)).message
      }
      return thrown ?? failure?.text
    }
  }
}
