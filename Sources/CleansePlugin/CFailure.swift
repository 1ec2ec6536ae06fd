public import CCleansePlugin

/// A failure that a C function reported through its `cleanse_error *` parameter.
///
/// Bridges use it to call functions of a table that can fail:
///
/// ```swift
/// var pass: UnsafeMutableRawPointer?
/// let failure = CFailure.reported { error in pass = table.begin?(table.state, error) }
/// if let failure { throw CBridgeError(failure.message ?? "it failed") }
/// ```
public struct CFailure: Hashable, Sendable {
  /// The first message that was reported, truncated to 64 KiB; nil if that was a null pointer.
  public let message: String?

  /// Creates a failure with a message, for use in tests.
  public init(message: String?) {
    self.message = message
  }

  /// Calls a C function that can fail, with a `cleanse_error *`.
  ///
  /// - Parameter call: Calls the function. The pointer is valid until `call` returns, on the thread of the
  ///   call.
  /// - Returns: The failure that the function reported; nil if it has not failed.
  public static func reported(
    by call: (UnsafeMutablePointer<cleanse_error>) -> Void
  ) -> CFailure? {
    var receiver = Receiver()
    unsafe withUnsafeMutableBytes(of: &receiver) { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe call(start.assumingMemoryBound(to: cleanse_error.self))
    }
    return receiver.failure
  }

  /// The memory that C has a pointer to, which is the address of the first member.
  private struct Receiver {
    private var error = unsafe cleanse_error(
      size: MemoryLayout<cleanse_error>.size,
      fail: { error, message in
        guard let error = unsafe error else { return }
        // Safety: C passes the pointer that it received, which is the address of the whole structure.
        unsafe UnsafeMutableRawPointer(error).assumingMemoryBound(to: Receiver.self)
          .pointee.take(message)
      }, failed: 0)
    private(set) var failure: CFailure?

    private mutating func take(_ message: UnsafePointer<CChar>?) {
      error.failed = 1
      if failure == nil { failure = unsafe CFailure(message: CText.message(message)) }
    }
  }
}
