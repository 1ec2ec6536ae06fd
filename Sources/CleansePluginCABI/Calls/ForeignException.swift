import CCleanseForeignCalls

/// A C++ exception thrown by a plugin.
package struct ForeignException: Error, Hashable, Sendable {
  /// The exception's message, truncated to 1023 bytes.
  package let message: String

  /// Calls the entry point of a plugin.
  ///
  /// - Parameter entry: An `int32_t (*)(const void *host, void *binder)`.
  /// - Returns: The result of the entry point.
  @unsafe package static func configuring(
    _ entry: UnsafeRawPointer, host: UnsafeRawPointer, binder: UnsafeMutableRawPointer
  ) throws(ForeignException) -> Int32 {
    var status: Int32 = 0
    let thrown = unsafe message { message, size in
      unsafe cleanse_foreign_configure(
        unsafeBitCast(
          entry,
          to: (@convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Int32).self),
        host, binder, &status, message, size)
    }
    if let thrown { throw ForeignException(message: thrown) }
    return status
  }

  /// Passes a buffer on the stack to the call, and returns the message in it if the call doesn't return 0.
  @unsafe @inline(__always)
  static func message(
    of call: (UnsafeMutablePointer<CChar>?, Int) -> Int32
  ) -> String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { memory in
      guard unsafe call(memory.baseAddress, memory.count) != 0 else { return nil }
      return unsafe memory.baseAddress.map { unsafe String(cString: $0) }
    }
  }
}
