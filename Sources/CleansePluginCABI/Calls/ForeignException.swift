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
    let thrown = unsafe cleanse_foreign_configure(
      unsafeBitCast(
        entry, to: (@convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Int32).self),
      host, binder, &status)
    if let thrown = unsafe thrown {
      throw unsafe ForeignException(message: String(cString: thrown))
    }
    return status
  }
}
