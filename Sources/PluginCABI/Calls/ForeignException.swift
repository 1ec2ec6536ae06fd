import CForeignCalls

/// An exception of C++ that a plugin threw.
package struct ForeignException: Error, Hashable, Sendable {
  /// What it tells of itself, cut after a thousand bytes.
  package let message: String

  /// Calls the entry point of a plugin.
  ///
  /// - Parameter entry: An `int32_t (*)(const void *host, void *binder)`.
  /// - Returns: What the entry point returns.
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

  /// Offers memory for a message on the stack, and reads what the call has written there when it
  /// doesn't return 0.
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
